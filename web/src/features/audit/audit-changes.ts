import type { AuditEntry } from '@casillero/shared/contract/audit'
import { fields } from './audit-fields.ts'
import type { Format, Names, Symbols } from './audit-formats.ts'

/** `before` and `after` are left out where only an id says it. */
export type Change = { label: string; before?: string | undefined; after?: string | undefined }

export const labelledColumns: readonly string[] = fields.map(([column]) => column)

/** What the event says already, and the converted amount where it is the same. */
function saidOfPayment(after: Record<string, unknown>, { own, invoice }: Symbols): string[] {
  const isSame = own === invoice && after.total === after.converted_total
  return isSame ? ['total', 'method', 'converted_total'] : ['total', 'method']
}

type Changed = Pick<AuditEntry, 'before' | 'after'> & Partial<Pick<AuditEntry, 'entity' | 'invoice'>>

/** Without ids, and without what the event says. */
export function listChanges({ before, after, entity, invoice }: Changed, names: Names): Change[] {
  const invoiceSymbol = invoice?.currencySymbol ?? ''
  const symbols = { own: String(after?.currency_symbol ?? invoiceSymbol), invoice: invoiceSymbol }
  const said = entity === 'invoice_payments' && after !== null ? saidOfPayment(after, symbols) : []
  const shown = (value: unknown, format: Format) =>
    value === null || value === '' ? '—' : format(value, names, symbols)
  return fields
    .filter(([column]) => after !== null && column in after && !said.includes(column))
    .map(([column, label, format]) => ({
      label,
      before: before === null ? undefined : shown(before[column] ?? null, format),
      after: shown(after?.[column], format),
    }))
    .filter((change) => before !== null || change.after !== undefined)
}

const rates: readonly string[] = ['Moneda', 'Tasa de compra', 'Tasa de venta']

/** Rates are never first: they only say how an amount was converted. */
export function splitChanges(
  { entity }: Pick<AuditEntry, 'entity'>,
  changes: readonly Change[],
  most: number,
): { first: readonly Change[]; rest: readonly Change[] } {
  const first = changes.filter(({ label }) => entity === 'currencies' || !rates.includes(label)).slice(0, most)
  return { first, rest: changes.filter((change) => !first.includes(change)) }
}
