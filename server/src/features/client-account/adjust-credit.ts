import type { ClientAccount, CreditAdjustmentDraft } from '@casillero/shared/contract/client-account'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { lockClientMoney } from '../clients/queries.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { getAccount } from './queries.ts'

/** docs/product/cash.md, "Credit". */
export async function adjustCredit(db: Db, clientId: string, draft: CreditAdjustmentDraft): Promise<ClientAccount> {
  const [[currency]] = await Promise.all([holdCurrencies(db, [draft.currencyId]), lockClientMoney(db, clientId)])
  if (!currency) throw fieldError('reference_not_found', 'currencyId')
  await db
    .insertInto('client_credits')
    .values({
      client_id: clientId,
      kind: 'adjustment',
      currency_id: currency.id,
      currency_code: currency.code,
      currency_name: currency.name,
      currency_symbol: currency.symbol,
      amount: draft.direction === 'in' ? draft.amount : -draft.amount,
      reason: draft.reason,
    })
    .execute()
  return await getAccount(db, clientId)
}
