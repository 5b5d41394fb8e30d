import type { Db } from '../../../platform/database/database.ts'
import { voucherValues } from '../texts/message-values.ts'
import { notifyClient } from './notify-client.ts'

type Decision = {
  id: string
  clientId: string
  occasion: 'voucher_accepted' | 'voucher_rejected'
  amounts: { total: number; currency: { symbol: string } }[]
  reason: string
}

/** The decision is sent even to clients who want no messages. docs/product/vouchers.md, "Verifying". */
export async function notifyVoucher(db: Db, { id, clientId, occasion, amounts, reason }: Decision): Promise<void> {
  const client = await db
    .selectFrom('clients')
    .select('messages_allowed as messagesAllowed')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (client?.messagesAllowed !== true) return
  await notifyClient(db, {
    eventKey: `voucher:${id}`,
    occasion,
    clientId,
    invoiceId: null,
    values: voucherValues({
      amounts: amounts.map(({ total, currency }) => ({ total, symbol: currency.symbol })),
      reason,
    }),
  })
}
