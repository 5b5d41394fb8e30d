import { sql } from 'kysely'
import { listDebtors } from '../features/debts/queries.ts'
import { storeFile } from '../features/received-files/received-files.ts'
import { receiveVoucher } from '../features/vouchers/receive-voucher.ts'
import { readReceivedFile } from '../platform/http/received-file.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { drawVoucher } from './pictures.ts'
import type { Deed } from './write-history.ts'

type Sent = { minute: number; place: number; source: 'page' | 'conversation'; reference: string }

/** One from Mi casillero with what its client typed, and one from WhatsApp, which says nothing of itself. */
const sent: readonly Sent[] = [
  { minute: 9 * 60 + 14, place: 0, source: 'page', reference: '448120773' },
  { minute: 16 * 60 + 40, place: 1, source: 'conversation', reference: '903317' },
]

/** Proofs of transfers that clients who owe sent lately, and that wait to be verified. */
export const voucherDeeds = (calendar: BusinessCalendar): Deed[] =>
  sent.map(({ minute, place, source, reference }) => ({
    at: calendar.at(calendar.openDay(-3), minute),
    by: 'clerk',
    async run(db) {
      const debtor = (await listDebtors(db, {})).data[place]
      const [debt] = debtor?.debts ?? []
      if (!debtor || !debt) throw new Error('The demo has no client who owes')
      // A client is no user, and what they send no deed of one.
      await sql`select set_config('app.user_id', '', true)`.execute(db)
      const picture = await drawVoucher({ amount: debt.amount, reference })
      const file = await readReceivedFile({ company: 'demo', rank: 'client', origin: debtor.id }, picture)
      const name = source === 'page' ? 'transferencia.png' : null
      const fileId = await storeFile(db, { clientId: debtor.id, name, file })
      const typed =
        source === 'page'
          ? { amount: debt.amount, currencyId: debt.currencyId, reference }
          : { amount: null, currencyId: null, reference: null }
      await receiveVoucher(db, { clientId: debtor.id, fileId, source, ...typed })
    },
  }))
