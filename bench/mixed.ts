import { atMost, type Figure } from './figure.ts'
import { bodyOf, readyInvoices } from './invoices.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { residentOf } from './process.ts'
import { ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const perSecond = 50
const companiesAtOnce = 20
const settlingSeconds = 120
const searches = ['zeledon', 'maria', 'tbx', 'amazon', '505']

/** What growing memory would show: MiB a minute, as a line through all samples. */
function slopeOf(samples: { minutes: number; mib: number }[]): number {
  const mean = (of: (sample: { minutes: number; mib: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minutes, mib] = [mean((sample) => sample.minutes), mean((sample) => sample.mib)]
  const above = samples.reduce((sum, sample) => sum + (sample.minutes - minutes) * (sample.mib - mib), 0)
  return above / samples.reduce((sum, sample) => sum + (sample.minutes - minutes) ** 2, 0)
}

/** Of a hundred requests seventy list, fifteen search, ten save a box, five invoice three. */
async function mixOf(setting: Setting, seconds: number): Promise<(index: number) => Asked> {
  const subdomains = Array.from({ length: companiesAtOnce }, (_, index) => ordinary(index + 1))
  const ready = await readyInvoices(setting, subdomains, Math.ceil((perSecond * seconds * 0.05) / companiesAtOnce) + 10)
  const edited = await Promise.all(
    subdomains.map(async (subdomain) => {
      const { rows } = await setting.superuser.query<{ id: string; draft: object }>(
        `select p.id, json_build_object('shippingMethod', p.shipping_method, 'clientId', p.client_id, 'tariffId', p.tariff_id,
           'statusId', p.status_id, 'tracking', p.tracking, 'weight', p.weight, 'description', p.description) as draft
         from packages p join companies c on c.id = p.company_id
         where c.subdomain = $1 and p.weight is not null and p.tariff_id is not null
           and not exists (select from invoice_items i where i.company_id = p.company_id and i.package_id = p.id)
           and p.tracking not like 'READY%' order by p.company_package_id limit 1`,
        [subdomain],
      )
      return rows[0]
    }),
  )
  return (index) => {
    const company = index % companiesAtOnce
    const headers = headersOf(subdomains[company] ?? '')
    const kind = Math.floor(index / companiesAtOnce) % 20
    const box = edited[company]
    const invoice = kind === 19 ? ready[company]?.invoices.pop() : undefined
    if (invoice) return { method: 'POST', path: '/api/invoices', headers, body: JSON.stringify(bodyOf(invoice)) }
    if (kind >= 17 && box) {
      const body = JSON.stringify({ ...box.draft, weight: 1 + (index % 90) / 10 })
      return { method: 'PUT', path: `/api/packages/${box.id}`, headers, body }
    }
    const search = kind >= 14 && kind < 17 ? `&search=${searches[index % searches.length]}` : ''
    return { method: 'GET', path: `/api/packages?page=${1 + (index % 3)}&limit=20${search}`, headers }
  }
}

/** A busy installation for a while: fifty requests a second, at a fixed rate, of twenty companies. */
export async function mixedFigures(setting: Setting, seconds: number): Promise<Figure[]> {
  const next = await mixOf(setting, seconds)
  const samples: { minutes: number; mib: number }[] = []
  const start = performance.now()
  const sampling = setInterval(() => {
    const elapsed = (performance.now() - start) / 1000
    if (elapsed > settlingSeconds) samples.push({ minutes: elapsed / 60, mib: residentOf(setting.ours.pid) })
  }, 5_000)
  const told = await openLoop(setting.ours.url, { perSecond, seconds }, next)
  clearInterval(sampling)
  const times = told.map(({ ms }) => ms)
  const count = (isSo: (status: number) => boolean) => told.filter(({ status }) => isSo(status)).length
  const name = `Mixed load, ${perSecond} a second for ${seconds / 60} minutes`
  const figures = [
    atMost(150, { name: `${name}, 95 of 100`, value: percentile(times, 0.95), unit: 'ms from the moment it was due' }),
    atMost(400, { name: `${name}, 99 of 100`, value: percentile(times, 0.99), unit: 'ms from the moment it was due' }),
    atMost(0, {
      name: `${name}, answers that were none`,
      value: count((status) => status >= 500),
      unit: `of ${told.length}`,
      beside: { 'refused with 4xx': count((status) => status >= 400 && status < 500) },
    }),
  ]
  if (samples.length < 10) return figures
  return [...figures, atMost(1, { name: `${name}, memory`, value: slopeOf(samples), unit: 'MiB a minute' })]
}
