import { atMost, type Figure } from './figure.ts'
import { askAtRate, askWhile, median, percentile, send } from './load.ts'
import { readLag } from './process.ts'
import { whale } from './seed.ts'
import { askForList, companyId, headersOf, type Setting, withServer } from './setting.ts'

const count = 5_000
const atOnce = 500
const listsPerSecond = 20
const list = askForList(whale)

/** Packages in the warehouse, of as many clients, that are in no shipment yet. */
async function waitingPackages({ superuser }: Setting, company: string): Promise<string[]> {
  const { rows } = await superuser.query<{ id: string }>(
    `select p.id from packages p join statuses s on s.company_id = p.company_id and s.id = p.status_id
     where p.company_id = $1 and p.shipping_method = 'aereo' and s.order_position = 1 and p.deleted_at is null
       and not exists (select from consignment_packages l where l.company_id = p.company_id and l.package_id = p.id)
     order by p.company_package_id limit $2`,
    [company, count],
  )
  if (rows.length < count) throw new Error(`The bench has ${rows.length} packages left that no shipment has`)
  return rows.map(({ id }) => id)
}

// The rows of a sending as they are, without triggers, foreign keys and a log, and taken back.
const rawStatements = [
  'begin',
  'set local session_replication_role = replica',
  `update packages p set status_id = t.id, updated_at = now(), version = p.version + 1
   from statuses t where p.company_id = $1 and p.id = any($2::uuid[]) and t.company_id = $1 and t.order_position = 2`,
  `insert into package_status_changes (company_id, package_id, to_status_id, from_name, to_name, user_name)
   select p.company_id, p.id, p.status_id, 'Recibido', 'En tránsito', 'Ana Medida'
   from packages p where p.company_id = $1 and p.id = any($2::uuid[])`,
  `insert into messages (company_id, event_key, occasion, status_id, client_id, template_id, phone, body, gateway_message_id, expires_at)
   select p.company_id, 'raw:' || p.id, 'status', p.status_id, c.id, t.id, c.phone, t.default_content, 'RAW' || p.company_package_id, now()
   from packages p join clients c on c.company_id = p.company_id and c.id = p.client_id
   join lateral (select id, default_content from templates where company_id = $1 order by id limit 1) t on true
   where p.company_id = $1 and p.id = any($2::uuid[])`,
  `insert into message_packages (company_id, message_id, package_id)
   select m.company_id, m.id, substr(m.event_key, 5)::uuid from messages m where m.company_id = $1 and m.event_key like 'raw:%' and cardinality($2::uuid[]) > 0`,
  'rollback',
]

/** The median time of three sendings by hand. */
async function sendByHand({ superuser }: Setting, company: string, ids: string[]): Promise<number> {
  const times: number[] = []
  const client = await superuser.connect()
  try {
    for (let round = 0; round < 3; round += 1) {
      const from = performance.now()
      for (const statement of rawStatements)
        await client.query(statement, statement.includes('$1') ? [company, ids] : [])
      times.push(performance.now() - from)
    }
  } finally {
    client.release()
  }
  return median(times)
}

/**
 * Measures a shipment of 5,000 packages of as many clients: how long it takes to fill, send and receive, beside the same rows written
 * by hand, and what others wait for their lists meanwhile.
 */
export async function shipmentFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, whale)
  const ids = await waitingPackages(setting, company)
  const rawMs = await sendByHand(setting, company, ids)
  return await withServer(setting, { METRICS_PORT: '0' }, async (server) => {
    const call = (method: string, path: string, body?: object) =>
      send(server.url, { method, path, headers: headersOf(whale), ...(body && { body: JSON.stringify(body) }) })
    const { id } = (await call('POST', '/api/shipments', { shippingMethod: 'aereo' })).data
    const path = `/api/shipments/${id}`
    const fills: number[] = []
    for (let from = 0; from < count; from += atOnce)
      fills.push((await call('POST', `${path}/packages`, { packageIds: ids.slice(from, from + atOnce) })).ms)
    const page = await call('GET', `${path}/packages?page=1&limit=100`)
    const calm = await askAtRate(server.url, { perSecond: listsPerSecond, seconds: 5 }, list)
    const moveWhileListing = async (step: string) => {
      const { result, answers } = await askWhile(server.url, listsPerSecond, list, () =>
        call('POST', `${path}/${step}`, {}),
      )
      return { ms: result.ms, listMs: percentile(answers, 0.95) }
    }
    await readLag(server)
    const sent = await moveWhileListing('send')
    await setting.superuser.query(
      `update consignment_packages l set seen_by = u.id, seen_at = now() from users u
       where l.company_id = $1 and l.consignment_id = $2 and u.company_id = $1`,
      [company, id],
    )
    const received = await moveWhileListing('receive')
    const lag = await readLag(server)
    const name = `A shipment of ${count.toLocaleString('en')} packages`
    const beside = { 'raw sending ms': Math.round(rawMs) }
    return [
      atMost(3_000, { name: `${name}, sending`, value: sent.ms, unit: 'ms', beside }),
      atMost(3_000, { name: `${name}, finishing its arrival`, value: received.ms, unit: 'ms', beside }),
      atMost(3_000, {
        name: `${name}, adding ${atOnce} to it, the slowest`,
        value: Math.max(...fills),
        unit: 'ms',
        beside: { 'a page of its list ms': Math.round(page.ms) },
      }),
      atMost(500, {
        name: `${name}, lists meanwhile, p95`,
        value: Math.max(sent.listMs, received.listMs),
        unit: 'ms',
        beside: {
          'calm ms': Math.round(percentile(calm, 0.95)),
          'longest hold of the event loop ms': Math.round(lag.max),
        },
      }),
    ]
  })
}
