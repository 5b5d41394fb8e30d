import type { CashSession } from '@casillero/shared/contract/cash'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { Surface } from '../../ui/layout/surface.tsx'
import { SumLine } from '../invoices/sum-line.tsx'

/** What was not paid in cash, to compare with the bank. */
export function OtherMethods({ session }: { session: CashSession }) {
  const others = session.takings.filter(({ method }) => method !== 'cash')
  return (
    <Surface className="p-4 text-body">
      <h2 className="font-semibold text-card">Otros métodos</h2>
      <p className="mb-1.5 text-help text-muted">
        {others.length === 0 ? 'No hubo pagos con otros métodos.' : 'Compare con el banco y el POS.'}
      </p>
      {others.map(({ method, currencyId, total, count, symbol }) => (
        <SumLine key={`${method} ${currencyId}`} label={`${paymentMethodNames[method]} · ${count}`}>
          {formatMoney(total, symbol)}
        </SumLine>
      ))}
    </Surface>
  )
}
