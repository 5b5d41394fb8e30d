import { bodyOf, readyInvoices } from './invoices.ts'
import type { Asked } from './open-loop.ts'
import { ordinary } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const companiesAtOnce = 20
const searches = ['zeledon', 'maria', 'tbx', 'amazon', '505']

/**
 * Makes the requests of a busy installation of twenty companies: of a hundred requests seventy list, fifteen search, ten save a
 * package, five invoice three packages.
 */
export async function mixOf(setting: Setting, requests: number): Promise<(index: number) => Asked> {
  const subdomains = Array.from({ length: companiesAtOnce }, (_, index) => ordinary(index + 1))
  const ready = await readyInvoices(setting, subdomains, Math.ceil((requests * 0.05) / companiesAtOnce) + 10)
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
    const courierPackage = edited[company]
    const invoice = kind === 19 ? ready[company]?.invoices.pop() : undefined
    if (invoice) return { method: 'POST', path: '/api/invoices', headers, body: JSON.stringify(bodyOf(invoice)) }
    if (kind >= 17 && courierPackage) {
      const body = JSON.stringify({ ...courierPackage.draft, weight: 1 + (index % 90) / 10 })
      return { method: 'PUT', path: `/api/packages/${courierPackage.id}`, headers, body }
    }
    const search = kind >= 14 && kind < 17 ? `&search=${searches[index % searches.length]}` : ''
    return { method: 'GET', path: `/api/packages?page=${1 + (index % 3)}&limit=20${search}`, headers }
  }
}
