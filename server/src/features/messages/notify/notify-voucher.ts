import type { Db } from '../../../platform/database/database.ts'
import { voucherValues } from '../texts/message-values.ts'
import { notifyClient, type VoucherOccasion } from './notify-client.ts'

type Event = {
  id: string
  clientId: string
  occasion: VoucherOccasion
  /** Of what came: what the client typed. */
  amounts: { total: number; currency: { symbol: string } }[]
  reason: string
}

/** Tells nothing to clients who want no messages. docs/product/vouchers.md, "Verifying". */
export async function notifyVoucher(db: Db, { id, clientId, occasion, amounts, reason }: Event): Promise<void> {
  const client = await db
    .selectFrom('clients')
    .select('messages_allowed as messagesAllowed')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (client?.messagesAllowed !== true) return
  await notifyClient(db, {
    eventKey: `${occasion === 'voucher_received' ? 'received' : 'voucher'}:${id}`,
    occasion,
    clientId,
    invoiceId: null,
    values: voucherValues({
      amounts: amounts.map(({ total, currency }) => ({ total, symbol: currency.symbol })),
      reason,
    }),
  })
}

/** Sent only for companies that ask for it. docs/product/vouchers.md, "Receiving". */
export async function notifyReceived(db: Db, id: string): Promise<void> {
  const voucher = await db
    .selectFrom('vouchers as v')
    .innerJoin('companies as o', 'o.id', 'v.company_id')
    .leftJoin('currencies as k', 'k.id', 'v.currency_id')
    .select(['v.client_id as clientId', 'v.amount as total', 'k.symbol'])
    .where('v.id', '=', id)
    .where('o.has_voucher_notice', '=', true)
    .executeTakeFirst()
  if (!voucher) return
  const { clientId, total, symbol } = voucher
  const amounts = total === null || symbol === null ? [] : [{ total, currency: { symbol } }]
  await notifyVoucher(db, { id, clientId, occasion: 'voucher_received', amounts, reason: '' })
}
