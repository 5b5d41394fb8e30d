import type { CashSession } from '@casillero/shared/contract/cash'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { Surface } from '../../ui/layout/surface.tsx'
import { SumLine } from '../invoices/sum-line.tsx'

/** Shows what the bank has to confirm and, apart, the used credit, which was received earlier. */
export function OtherMethods({ session }: { session: CashSession }) {
  const banked = session.takings.filter(({ method }) => method !== 'cash' && method !== 'credit')
  const credit = session.takings.filter(({ method }) => method === 'credit')
  return (
    <Surface className="p-4 text-body">
      <h2 className="font-semibold text-card">Otros métodos</h2>
      <p className="mb-1.5 text-help text-muted">
        {banked.length === 0 ? 'No hubo pagos con otros métodos.' : 'Compare con el banco y el POS.'}
      </p>
      <Takings takings={banked} />
      {credit.length > 0 && (
        <div className="mt-2 border-line border-t pt-2">
          <p className="mb-1 text-help text-muted">Saldo a favor que se usó; no es dinero que entró.</p>
          <Takings takings={credit} />
        </div>
      )}
    </Surface>
  )
}

const Takings = ({ takings }: Pick<CashSession, 'takings'>) =>
  takings.map(({ method, currencyId, total, count, symbol }) => (
    <SumLine key={`${method} ${currencyId}`} label={`${paymentMethodNames[method]} · ${count}`}>
      {formatMoney(total, symbol)}
    </SumLine>
  ))
