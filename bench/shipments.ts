import { atMost, type Figure } from './figure.ts'
import { lagOf } from './lag.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { type RunningServer, startProduct } from './process.ts'
import { whale } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

const count = 5_000
const atOnce = 500
const listsPerSecond = 20
const listSeconds = 5
const list: Asked = { method: 'GET', path: '/api/packages?page=1&limit=20', headers: headersOf(whale) }

async function ask(server: RunningServer, method: string, path: string, body?: object) {
  let text = ''
  const asked: Asked = {
    method,
    path,
    headers: headersOf(whale),
    ...(body && { body: JSON.stringify(body) }),
    answered: (answer) => {
      text = answer
    },
  }
  const [answer] = await openLoop(server.url, { perSecond: 1, seconds: 1 }, () => asked)
  if (!answer || answer.status >= 300) throw new Error(`${path} was answered with ${answer?.status}: ${text}`)
  return { id: String(JSON.parse(text).data?.id), ms: answer.ms }
}

/** The time of a list of packages while something else is done, and how long that took. */
async function whileListing(server: RunningServer, work: () => Promise<{ ms: number }>) {
  const listing = openLoop(server.url, { perSecond: listsPerSecond, seconds: listSeconds }, () => list)
  const { ms } = await work()
  const answers = await listing
  if (answers.some(({ status }) => status !== 200)) throw new Error('A list was refused')
  return { ms, listMs: percentile(answers.slice(0, Math.ceil((ms / 1000) * listsPerSecond) + 1), 0.95) }
}

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
async function rawSending({ superuser }: Setting, company: string, ids: string[]): Promise<number> {
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
  return times.toSorted((one, other) => one - other)[1] ?? Number.NaN
}

/**
 * Measures a shipment of 5,000 packages of as many clients: how long it takes to fill, send and receive, beside the same rows written
 * by hand, and what others wait for their lists meanwhile.
 */
export async function shipmentFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, whale)
  const ids = await waitingPackages(setting, company)
  const rawMs = await rawSending(setting, company, ids)
  const server = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { METRICS_PORT: '0' })
  try {
    const { id } = await ask(server, 'POST', '/api/shipments', { shippingMethod: 'aereo' })
    const path = `/api/shipments/${id}`
    let fillMs = 0
    for (let from = 0; from < count; from += atOnce) {
      const { ms } = await ask(server, 'POST', `${path}/packages`, { packageIds: ids.slice(from, from + atOnce) })
      fillMs = Math.max(fillMs, ms)
    }
    const page = await ask(server, 'GET', `${path}/packages?page=1&limit=100`)
    const calm = await whileListing(server, async () => ({ ms: listSeconds * 1000 }))
    await lagOf(server)
    const sent = await whileListing(server, () => ask(server, 'POST', `${path}/send`, {}))
    await setting.superuser.query(
      `update consignment_packages l set seen_by = u.id, seen_at = now() from users u
       where l.company_id = $1 and l.consignment_id = $2 and u.company_id = $1`,
      [company, id],
    )
    const received = await whileListing(server, () => ask(server, 'POST', `${path}/receive`, {}))
    const lag = await lagOf(server)
    const name = `A shipment of ${count.toLocaleString('en')} packages`
    const raw = { 'raw ms': Math.round(rawMs) }
    const timesRaw = (ms: number) => ({ ...raw, 'times raw': Number((ms / rawMs).toFixed(1)) })
    return [
      atMost(3_000, { name: `${name}, sending`, value: sent.ms, unit: 'ms', beside: timesRaw(sent.ms) }),
      atMost(3_000, {
        name: `${name}, finishing its arrival`,
        value: received.ms,
        unit: 'ms',
        beside: timesRaw(received.ms),
      }),
      atMost(3_000, {
        name: `${name}, adding ${atOnce} to it, the slowest`,
        value: fillMs,
        unit: 'ms',
        beside: { 'a page of its list ms': Math.round(page.ms) },
      }),
      atMost(500, {
        name: `${name}, lists meanwhile, p95`,
        value: Math.max(sent.listMs, received.listMs),
        unit: 'ms',
        beside: { 'calm ms': Math.round(calm.listMs), 'longest hold of the event loop ms': Math.round(lag.max) },
      }),
    ]
  } finally {
    await server.stop()
  }
}
