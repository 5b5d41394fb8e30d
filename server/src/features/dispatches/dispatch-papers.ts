import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import { type ReportPaper, reportHeading } from '../papers/report-facts.ts'
import type { ShippingLabelFacts, ShippingLabelPaper } from '../papers/shipping-label.ts'
import { getDispatch } from './dispatch-view.ts'
import { listNamed } from './shipment-rows.ts'

const getPlace = ({ address, city, department }: InvoiceShipment): string =>
  [...new Set([address, city, department])].filter(Boolean).join(', ')

/** Returns an empty text if nothing is to be collected. */
function formatToCollect({ payment, dispatch, invoice }: InvoiceShipment): string {
  const amount = payment === 'collect' ? (dispatch?.toCollect ?? invoice.pendingTotal) : 0
  return amount > 0 ? formatMoney(amount, invoice.symbol) : ''
}

/** docs/product/papers.md, "Dispatches". */
export async function getDispatchPaper(db: Db, id: string): Promise<FileOrder> {
  const [dispatch, company, logo] = await Promise.all([
    getDispatch(db, id),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const number = `#${dispatch.companyDispatchId}`
  const facts: [label: string, value: string][] = [
    ['Transportista', dispatch.carrier],
    ['Guía', dispatch.guide ?? ''],
    ['Fecha', formatDate(dispatch.sentOn)],
    ['Envíos', String(dispatch.shipmentCount)],
    ['Paquetes', String(dispatch.packageCount)],
    ['Libras', dispatch.weight.toFixed(2)],
    ['Nota', dispatch.note ?? ''],
  ]
  const drawing: ReportPaper = {
    format: 'letter',
    report: {
      title: `Despacho ${number}`,
      kind: 'Despacho',
      number,
      status: dispatch.undoneAt === null ? 'Enviado' : 'Deshecho',
      mark: dispatch.undoneAt === null ? '' : 'DESHECHO',
      about: [dispatch.carrier],
      facts: facts.filter(([, value]) => value !== ''),
      sections: [
        {
          title: 'Envíos',
          columns: [
            { head: 'Factura', width: 60 },
            { head: 'Cliente', width: 150 },
            { head: 'Destino', width: 170 },
            { head: 'Paquetes', width: 60, isNumber: true },
            { head: 'Cobra', width: 92, isNumber: true },
          ],
          rows: dispatch.shipments.map((one) => ({
            cells: [
              `#${one.invoice.companyInvoiceId}`,
              `${one.client.name} · ${formatPhone(one.client.phone)}`,
              getPlace(one),
              String(one.packageCount),
              formatToCollect(one),
            ],
            slip: { label: one.client.name, value: String(one.packageCount) },
          })),
        },
      ],
      remark: 'Recibí conforme: ______________________________',
    },
    heading: reportHeading(company),
    logo: logo ?? null,
    createdAt: dispatch.createdAt,
  }
  return { fileName: `Despacho-${dispatch.companyDispatchId}.pdf`, drawing }
}

/** Ordered by number, each with the count of packages of its shipment. */
const listPackages = (db: Db, shipmentIds: string[]) =>
  db
    .selectFrom('invoice_shipments as s')
    .innerJoin('invoice_items as i', 'i.invoice_id', 's.invoice_id')
    .innerJoin('packages as p', 'p.id', 'i.package_id')
    .select(['s.id as shipmentId', 'p.label_code as code', 'p.weight', 'p.created_at as createdAt'])
    .select([
      sql<number>`row_number() over (partition by s.id order by p.company_package_id)`.as('place'),
      sql<number>`count(*) over (partition by s.id)`.as('count'),
    ])
    .where('s.id', '=', matchAny(shipmentIds))
    .where('i.voided_at', 'is', null)
    .orderBy('p.company_package_id')
    .execute()

type Labelled = Awaited<ReturnType<typeof listPackages>>[number]

function buildFacts(shipment: InvoiceShipment, one: Labelled): ShippingLabelFacts {
  const { client, invoice, dispatch, city, department } = shipment
  const sent =
    dispatch && `Despacho #${dispatch.companyDispatchId} · ${dispatch.carrier} ${dispatch.guide ?? ''}`.trim()
  return {
    code: one.code,
    casillero: client.casillero,
    name: client.name,
    phone: formatPhone(client.phone),
    address: getPlace(shipment),
    place: city ?? department ?? '',
    count: `${one.place}/${one.count}`,
    weight: one.weight === null ? '—' : one.weight.toFixed(2),
    toCollect: Number(one.place) === 1 ? formatToCollect(shipment) : '',
    note: [`Factura #${invoice.companyInvoiceId}`, sent].filter(Boolean).join(' · '),
  }
}

/** Keeps the order of `ids`. Throws `not_found`. docs/product/papers.md, "Shipping labels". */
export async function getShippingLabels(db: Db, ids: string[]): Promise<FileOrder> {
  const [shipments, packages, company] = await Promise.all([
    listNamed(db, ids),
    listPackages(db, ids),
    getCompanySettings(db),
  ])
  if (shipments.length < ids.length || packages.length === 0) throw new AppError('not_found')
  const shippingLabels = ids.flatMap((id) => {
    const shipment = shipments.find((one) => one.id === id)
    return shipment ? packages.filter((one) => one.shipmentId === id).map((one) => buildFacts(shipment, one)) : []
  })
  const createdAt = packages.map((one) => one.createdAt).reduce((one, other) => (one > other ? one : other))
  const { company: name, phone } = reportHeading(company)
  const drawing: ShippingLabelPaper = { shippingLabels, company: name, phone, createdAt }
  return { fileName: 'Etiquetas-de-envio.pdf', drawing }
}
