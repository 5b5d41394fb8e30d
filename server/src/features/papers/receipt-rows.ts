import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import type { ReportColumn, ReportRow } from './report-facts.ts'

export const sumColumns: readonly ReportColumn[] = [
  { head: 'Concepto', width: 412 },
  { head: 'Monto', width: 120, isNumber: true },
]

export const sumRow = (label: string, value: string, isStrong = false): ReportRow => ({
  cells: [label, value],
  slip: { label, value },
  isStrong,
})

type ChangePart = Pick<Invoice['change'][number], 'kind' | 'amount' | 'handed' | 'rounding'> & {
  currency: { symbol: string }
}

/** Ends with the remainder below the smallest coin. */
export function changeRows(total: string, parts: readonly ChangePart[]): ReportRow[] {
  return [
    sumRow('Vuelto', total),
    ...parts.flatMap(({ kind, amount, handed, rounding, currency: { symbol } }) =>
      kind === 'credit'
        ? [sumRow('Vuelto a saldo a favor', formatMoney(amount, symbol))]
        : [
            sumRow(`Vuelto en ${symbol}`, formatMoney(handed, symbol)),
            ...(rounding === 0 ? [] : [sumRow(`Redondeo en ${symbol}`, formatMoney(rounding, symbol))]),
          ],
    ),
  ]
}

type Reversal = { at: string; by: { fullName: string }; reason: string; reference: string | null }

/** Tells whether the receipt is still valid. */
export const reversalFacts = (reversal: Reversal | null): { status: string; mark: string; remark: string } =>
  reversal === null
    ? { status: 'Recibido', mark: '', remark: '' }
    : {
        status: 'Revertido',
        mark: 'REVERTIDO',
        remark: [
          `Revertido el ${formatDateTime(reversal.at)} por ${reversal.by.fullName}: ${reversal.reason}`,
          reversal.reference,
        ]
          .filter(Boolean)
          .join(' · '),
      }

/** Names the drawer that took the money. */
export const drawerText = (drawer: string | null, session: number | null): string =>
  drawer === null || session === null ? '' : `${drawer} · turno #${session}`
