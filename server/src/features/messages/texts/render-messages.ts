import type { ArrivalWindow } from '@casillero/shared/domain/arrival-days'
import { listVariables, renderTemplate } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { promiseOfPackage } from '../../statuses/promised-days.ts'
import { waitDays } from '../../statuses/ready-status.ts'
import { storageOfPackage } from '../notify/waiting-packages.ts'
import { recipientPhone } from '../queue/enqueue-message.ts'
import { addChargedTotals } from './charged-totals.ts'
import {
  clientValues,
  formatPromise,
  leaveOutAbsent,
  type MessageClient,
  type MessagePackage,
  messageColumns,
  packageValues,
  pagesLink,
  shipmentValues,
} from './message-values.ts'
import {
  pagesOrigin,
  type RenderedMessage,
  renderAccessMessages,
  renderAccountMessages,
  renderInvoiceMessages,
  renderPrealertMessages,
  renderSignupMessages,
  renderVoucherMessages,
} from './render-client-messages.ts'

type Shipment = {
  methodName: string | null
  address: string | null
  city: string | null
  department: string | null
  price: number | null
  symbol: string | null
}

type Row = MessageClient &
  MessagePackage &
  Shipment & {
    carrier: string | null
    guide: string | null
    receipt: string | null
    photos: string | null
    pagesOrigin: string | null
    promise: ArrivalWindow | null
    today: string
  } & { messageId: string; packageId: string; number: number; content: string; why: string | null }

function formatShipmentValues({ methodName, address, city, department, price, symbol }: Row) {
  if (address === null || price === null || symbol === null) return {}
  return shipmentValues({ methodName: methodName ?? '', address, city, department, price, symbol })
}

const prices: ReadonlySet<string> = new Set(['precio_total', 'total_con_cargos', 'costo_por_libra', 'calculo'])

/** Names the price that the text needs and packages lack. */
function describeAwaited(content: string, packages: readonly Row[]): string | undefined {
  const unpriced = packages.filter(({ totalPrice }) => totalPrice === null)
  if (unpriced.length === 0 || !listVariables(content).some((name) => prices.has(name))) return undefined
  const numbers = unpriced.map(({ number }) => `#${number}`).join(', ')
  return unpriced.length === 1 ? `El paquete ${numbers} no tiene precio` : `Los paquetes ${numbers} no tienen precio`
}

/** `rows` has one row for each package. */
function renderMessage(rows: Row[]): RenderedMessage {
  const packages = rows.filter(({ why }) => why === null)
  const [first] = packages
  if (!first) return { why: rows[0]?.why ?? 'El aviso ya no corresponde' }
  const { carrier, guide, receipt, pagesOrigin } = first
  const links = {
    enlace_casillero: pagesLink(pagesOrigin, packages.length === 1 ? `/paquetes/${first.packageId}` : ''),
    enlace_recibo: receipt ?? '',
    enlace_foto: packages.flatMap(({ photos }) => photos ?? []).join(' '),
    fecha_estimada: formatPromise(packages, first.today),
  }
  const content = leaveOutAbsent(first.content, links)
  const ofDispatch = { transportista: carrier ?? '', guia: guide ?? '', ...links }
  const values = { ...clientValues(first), ...packageValues(packages), ...formatShipmentValues(first), ...ofDispatch }
  const awaits = describeAwaited(content, packages)
  const rendered = { why: null, body: renderTemplate(content, values), phone: recipientPhone(first.phone), packages }
  return awaits === undefined ? rendered : { ...rendered, awaits }
}

/**
 * Renders with the present template, client and packages, by id. Messages of a server of the version before leave as they are.
 * docs/product/messages.md, "Text of the moment".
 */
export async function renderMessages(db: Db, messageIds: string[]): Promise<Map<string, RenderedMessage>> {
  const ofPackages = await renderPackageMessages(db, messageIds)
  const others = messageIds.filter((id) => !ofPackages.has(id))
  if (others.length === 0) return ofPackages
  const parts = await Promise.all([
    renderInvoiceMessages(db, others),
    renderAccountMessages(db, others),
    renderAccessMessages(db, others),
    renderPrealertMessages(db, others),
    renderVoucherMessages(db, others),
    renderSignupMessages(db, others),
  ])
  return new Map([...ofPackages, ...parts.flat()])
}

/** Null unless the message is of the dispatch's status. */
const lastDispatch = sql<{
  invoice_id: string
  carrier: string
  guide: string | null
  receipt: string | null
}>`lateral (
  select x.invoice_id, g.carrier, g.guide, g.receipt_link as receipt
  from invoice_items i
  join invoice_shipments x on x.invoice_id = i.invoice_id
  join dispatch_shipments l on l.shipment_id = x.id and l.undone_at is null
  join dispatches g on g.id = l.dispatch_id
  where m.occasion = 'status' and i.package_id = p.id and i.voided_at is null and g.status_id = m.status_id
  limit 1)`

/** Null unless a whole photo is kept. */
const photosOfPackage = sql<string | null>`(
  select f.photo_link
  from package_photos f join package_photo_contents c on c.company_id = f.company_id and c.photo_id = f.id
  where f.company_id = p.company_id and f.package_id = p.id and f.deleted_at is null and f.photo_link is not null
    and c.content is not null
  limit 1)`

async function renderPackageMessages(db: Db, messageIds: string[]): Promise<Map<string, RenderedMessage>> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('templates as t', 't.id', 'm.template_id')
    .innerJoin('message_packages as l', 'l.message_id', 'm.id')
    .innerJoin('packages as p', 'p.id', 'l.package_id')
    .leftJoin('invoices as i', 'i.id', 'm.invoice_id')
    .leftJoin(lastDispatch.as('d'), (join) => join.onTrue())
    .leftJoin('invoice_shipments as s', (join) =>
      join.on(sql<boolean>`s.invoice_id = coalesce(m.invoice_id, d.invoice_id)`),
    )
    .select([
      'd.carrier',
      'd.guide',
      'd.receipt',
      photosOfPackage.as('photos'),
      pagesOrigin.as('pagesOrigin'),
      promiseOfPackage.as('promise'),
      sql<string>`app_today()::text`.as('today'),
      'm.id as messageId',
      sql<string>`coalesce(t.custom_content, t.default_content)`.as('content'),
      sql<string | null>`case when i.status = 'cancelled' then 'La factura se anuló antes de que saliera el aviso'
        else why_untold(m.occasion, m.client_id, m.status_id, p.deleted_at, p.client_id, p.status_id) end`.as('why'),
      ...messageColumns,
      'p.company_package_id as number',
      'p.charged_quantity as chargedQuantity',
      sql<number | null>`case when m.occasion = 'waiting' then ${waitDays} end`.as('waitDays'),
      sql<MessagePackage['storage']>`case when m.occasion = 'waiting' then ${storageOfPackage} end`.as('storage'),
      's.shipping_method_name as methodName',
      's.shipping_address as address',
      's.shipping_city as city',
      's.shipping_department as department',
      's.shipping_price as price',
      's.currency_symbol as symbol',
    ])
    .where('m.id', '=', matchAny(messageIds))
    .where('m.occasion', 'is not', null)
    .where('l.is_told', '=', true)
    .orderBy('p.company_package_id')
    .execute()
  const byMessage = Map.groupBy(await addChargedTotals(db, rows), ({ messageId }) => messageId)
  return new Map([...byMessage].map(([id, theirs]) => [id, renderMessage(theirs)]))
}
