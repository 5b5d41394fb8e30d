import type { Dispatch, DispatchDraft } from '@casillero/shared/contract/dispatches'
import { searchText } from '@casillero/shared/domain/search-text'
import { decideShipmentPayment } from '@casillero/shared/domain/shipment-payment'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { takeNumber } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { selectCreditLine } from '../clients/credit-line.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { changeStatus } from '../packages/status/change-status.ts'
import { holdStatus } from '../statuses/queries.ts'
import { requireSentStatus } from '../statuses/sent-status.ts'
import { getDispatch } from './dispatch-view.ts'
import { keepReceipt, type Photo } from './receipts.ts'
import { selectAway } from './shipment-rows.ts'

/** Payments and voids take turns with the dispatch. */
async function lockShipments(db: Db, ids: string[]) {
  await db
    .selectFrom('invoices as v')
    .select('v.id')
    .where('v.id', 'in', (of) =>
      of.selectFrom('invoice_shipments').select('invoice_id').where('id', '=', matchAny(ids)),
    )
    .orderBy('v.id')
    .forShare()
    .execute()
  await db
    .selectFrom('invoice_shipments')
    .select('id')
    .where('id', '=', matchAny(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return await db
    .selectFrom('invoice_shipments as s')
    .innerJoin('invoices as v', 'v.id', 's.invoice_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .leftJoin('dispatch_shipments as l', (join) =>
      join.onRef('l.shipment_id', '=', 's.id').on('l.undone_at', 'is', null),
    )
    .leftJoin('dispatches as d', 'd.id', 'l.dispatch_id')
    .leftJoin('users as u', 'u.id', 'd.created_by')
    .select([
      's.id',
      'v.id as invoiceId',
      'v.company_invoice_id as invoice',
      'v.status',
      'v.pending_total as pendingTotal',
      'd.company_dispatch_id as dispatch',
      'u.full_name as sender',
    ])
    .select(selectCreditLine(sql`c.credit_limit`, sql`c.id`).as('credit'))
    .select(selectAway(sql`v.id`).as('packageIds'))
    .where('s.id', '=', matchAny(ids))
    .execute()
}

/** Throws for the first shipment that cannot leave. */
async function holdShipments(db: Db, ids: string[]) {
  const [locked, rules] = await Promise.all([
    lockShipments(db, ids),
    db
      .selectFrom('companies')
      .select(['requires_paid_handover as requiresPayment', 'allows_cash_on_delivery as allowsCashOnDelivery'])
      .executeTakeFirstOrThrow(),
  ])
  return ids.map((id, index) => {
    const field = `shipmentIds.${index}`
    const one = locked.find((row) => row.id === id)
    if (!one || one.status === 'cancelled') throw fieldError('reference_not_found', field)
    const { invoice } = one
    if (one.dispatch !== null)
      throw fieldError('shipment_dispatched', field, { invoice, dispatch: one.dispatch, user: one.sender ?? '' })
    if (one.packageIds.length === 0) throw fieldError('shipment_delivered', field, { invoice })
    const payment = decideShipmentPayment(rules, one, one.credit)
    if (payment === 'blocked') throw fieldError('dispatch_not_paid', field, { invoice })
    return { ...one, toCollect: payment === 'collect' ? one.pendingTotal : null }
  })
}

/** Without a named status takes the one with the role `sent`, which is created if missing. */
async function holdTarget(db: Db, statusId: string | null): Promise<string> {
  if (statusId === null) return (await holdStatus(db, await requireSentStatus(db))).id
  const chosen = await holdStatus(db, statusId)
  if (chosen.isFinalStatus) throw fieldError('final_by_handover', 'statusId')
  return chosen.id
}

type Sender = { session: Session; photo: Photo | null }

/** docs/product/dispatches.md, "Dispatching". */
export async function sendDispatch(db: Db, draft: DispatchDraft, { session, photo }: Sender): Promise<Dispatch> {
  const currencyId = draft.cost == null ? null : draft.costCurrencyId
  if (currencyId !== null && (await holdCurrencies(db, [currencyId])).length === 0)
    throw fieldError('reference_not_found', 'costCurrencyId')
  const statusId = await holdTarget(db, draft.statusId)
  const shipments = await holdShipments(db, [...new Set(draft.shipmentIds)])
  const { number, id } = await takeNumber(db, 'dispatch')
  const { changeId } = await changeStatus(
    db,
    {
      packageIds: shipments.flatMap(({ packageIds }) => packageIds),
      statusId,
      comment: `Despacho #${number} · ${draft.carrier}`,
      undoable: true,
    },
    session,
  )
  await db
    .insertInto('dispatches')
    .values({
      id,
      company_dispatch_id: number,
      carrier: draft.carrier,
      guide: draft.guide,
      sent_on: draft.sentOn ?? sql`app_today()`,
      cost: draft.cost ?? null,
      cost_currency_id: currencyId,
      note: draft.note,
      status_id: statusId,
      bulk_change_id: changeId ?? null,
      search_text: searchText(number, draft.carrier, draft.guide),
    })
    .execute()
  await db
    .insertInto('dispatch_shipments')
    .values(
      shipments.map((one, index) => ({
        dispatch_id: id,
        position: index + 1,
        shipment_id: one.id,
        to_collect: one.toCollect,
      })),
    )
    .execute()
  await db
    .updateTable('invoice_shipments')
    .set({ status: 'shipped', date_shipped: sql`app_now()` })
    .where('id', '=', matchAny(shipments.map((one) => one.id)))
    .execute()
  if (photo) await keepReceipt(db, id, photo)
  return await getDispatch(db, id)
}
