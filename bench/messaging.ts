import { createWaha } from '../server/src/platform/whatsapp/waha.ts'
import { type FakeWaha, startFakeWaha } from '../tools/fake-waha/fake-waha.ts'
import { findPort } from '../tools/free-port.ts'
import { atMost, besides, type Figure, spread } from './figure.ts'
import { type Asked, compare, takeFrom } from './load.ts'
import { busyCompanies } from './seed.ts'
import { headersOf, type Setting, withServer } from './setting.ts'

const packagesEach = 40
const apiKey = 'bench'

/** Packages that every save moves from one status to the other, with a notification of their client. */
const packages = `select p.id, json_build_object('shippingMethod', p.shipping_method, 'clientId', p.client_id, 'tariffId', p.tariff_id,
    'tracking', p.tracking, 'warehouseTracking', p.warehouse_tracking, 'weight', p.weight, 'description', p.description) as draft,
    (select array_agg(s.id order by s.order_position) from statuses s where s.company_id = p.company_id and s.template_id is not null) as statuses
  from packages p join companies c on c.id = p.company_id
  where c.subdomain = $1 and not exists (select from invoice_items i where i.company_id = p.company_id and i.package_id = p.id)
  order by p.company_package_id desc limit $2`

type EditedPackage = { id: string; draft: object; statuses: [string, string] }

/** Links each company's phone, as if its QR had been scanned. */
async function link({ superuser }: Setting, fake: FakeWaha, webhookUrl: string): Promise<void> {
  const gateway = createWaha({ url: fake.url, apiKey, webhookUrl })
  for (const subdomain of busyCompanies) {
    const session = {
      name: `bench-${subdomain}`,
      webhookToken: `token-of-the-bench-for-${subdomain}`.padEnd(40, 'x'),
      hmacKey: `key-${subdomain}`.padEnd(32, 'x'),
    }
    await gateway.ensureSession(session)
    await until(async () => fake.sessions.get(session.name)?.scan() === true)
    await superuser.query(
      `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_at)
       select id, $2, $3, $4, 'WORKING', now() from companies where subdomain = $1
       on conflict (company_id) do update set status = 'WORKING', error = null`,
      [subdomain, session.name, session.webhookToken, session.hmacKey],
    )
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('The gateway did not get there')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Gives the saves of a company's packages, one after the other without end; each moves its package. */
function nextSave(subdomain: string, rows: EditedPackage[]): () => Asked {
  const headers = headersOf(subdomain)
  let saved = 0
  return () => {
    const courierPackage = rows[saved % rows.length]
    if (!courierPackage) throw new Error('A company has no packages to save')
    const statusId = courierPackage.statuses[Math.floor(saved / rows.length) % 2]
    saved += 1
    const body = JSON.stringify({ ...courierPackage.draft, statusId })
    return { method: 'PUT', path: `/api/packages/${courierPackage.id}`, headers, body }
  }
}

/** Measures saves of packages whose clients are notified, with the gateway down against the gateway up. */
export async function messagingFigures(setting: Setting): Promise<Figure[]> {
  const { superuser, cluster, effort } = setting
  const fake = await startFakeWaha({ apiKey, times: { startMs: 10, firstQrMs: 600_000 } })
  const port = await findPort()
  const webhookUrl = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    WAHA_URL: fake.url,
    WAHA_API_KEY: apiKey,
    WAHA_WEBHOOK_URL: webhookUrl,
    WHATSAPP_QUIET_HOURS: '0-0',
  }
  // Waits until the server has noticed, or the first seconds of a round would belong to the other side.
  const untilNoticed = (problems: number) =>
    until(async () => {
      const { rows } = await superuser.query<{ count: number }>(
        `select count(*)::int as count from whatsapp_sessions where name like 'bench-%' and (error is not null or status <> 'WORKING')`,
      )
      return rows[0]?.count === problems
    })
  try {
    return await withServer(setting, env, async (server) => {
      await link(setting, fake, webhookUrl)
      const queues: (() => Asked)[] = []
      for (const subdomain of busyCompanies) {
        const { rows } = await superuser.query<EditedPackage>(packages, [subdomain, packagesEach])
        queues.push(nextSave(subdomain, rows))
      }
      const side = (title: string, before: () => Promise<void>) => ({
        title: `saves, ${title}`,
        serverPid: server.pid,
        options: { url: server.url, setupClient: takeFrom(queues) },
        before,
      })
      const measured = await compare(
        side('gateway down', () => fake.goDown().then(() => untilNoticed(busyCompanies.length))),
        side('gateway up', () => fake.comeUp().then(() => untilNoticed(0))),
        cluster.pid(),
        { ...effort, connections: busyCompanies.length },
      )
      return [
        atMost(1.25, {
          name: 'Saving a package while the gateway is down',
          unit: '× the time with the gateway up',
          ...spread(measured.ratios.map((ratio) => 1 / ratio)),
          beside: besides(measured, 'up'),
        }),
      ]
    })
  } finally {
    await fake.close()
    await superuser.query("delete from whatsapp_sessions where name like 'bench-%'")
  }
}
