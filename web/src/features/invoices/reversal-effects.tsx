import type { ReversalPreview } from '@casillero/shared/contract/reversals'
import { nameOwnDebt } from '@casillero/shared/domain/ledger-entry'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useId } from 'react'
import { describeError } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'

type Loaded = {
  data: { data: ReversalPreview } | undefined
  error: Error | null
  isError: boolean
  refetch: () => Promise<unknown>
}

/** Lists one line for each row that a reversal writes. */
export function effectLines({ cash, credit, invoices, debts }: ReversalPreview): string[] {
  return [
    ...cash.map(({ direction, amount, symbol, drawer }) => {
      const money = formatMoney(amount, symbol)
      if (drawer === null) return `${money} ${direction === 'out' ? 'se devuelven' : 'regresan'} fuera de caja`
      return direction === 'out' ? `Salen ${money} de ${drawer}` : `Entran ${money} a ${drawer}`
    }),
    ...credit.map(
      ({ before, after, symbol }) => `Saldo a favor: ${formatMoney(before, symbol)} → ${formatMoney(after, symbol)}`,
    ),
    ...invoices.map(({ companyInvoiceId, pendingTotal, symbol }) => {
      const which = invoices.length > 1 ? `factura #${companyInvoiceId}` : 'factura'
      return pendingTotal > 0
        ? `La ${which} queda pendiente por ${formatMoney(pendingTotal, symbol)}`
        : `La ${which} queda pagada`
    }),
    ...debts.map(
      ({ companyInvoiceId, pendingTotal, symbol }) =>
        `Queda como deuda: ${nameOwnDebt(companyInvoiceId)}, ${formatMoney(pendingTotal, symbol)}`,
    ),
  ]
}

const changeText = ({ change }: ReversalPreview): string =>
  change.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' y ')

type ReversalEffectsProps = {
  /** The preview with the change still handed out, which decides what to ask. */
  asked: Loaded
  effects: Loaded
  isBack: boolean
  onAnswer: (isBack: boolean) => void
}

export function ReversalEffects({ asked, effects, isBack, onAnswer }: ReversalEffectsProps) {
  const failed = 'Error al calcular la reversión'
  const shown = effects.data?.data
  const question = asked.data?.data
  const broken = [asked, effects].find(({ isError }) => isError)
  if (broken) return <ErrorState title={describeError(broken.error, failed)} onRetry={() => void broken.refetch()} />
  if (question === undefined || shown === undefined) return <SkeletonRows height={44} label="Calculando..." />
  return (
    <>
      {question.change.length > 0 && <ChangeQuestion text={changeText(question)} isBack={isBack} onAnswer={onAnswer} />}
      <div aria-live="polite">
        {shown.needsChange ? (
          <p className="font-medium text-yellow-text">
            {`Con este pago se entregó un vuelto de ${changeText(shown)}; indique que volvió a la caja.`}
          </p>
        ) : (
          <ul className="list-disc pl-5 text-body tabular-nums" aria-label="Qué se registra">
            {effectLines(shown).map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

type ChangeQuestionProps = { text: string; isBack: boolean; onAnswer: (isBack: boolean) => void }

function ChangeQuestion({ text, isBack, onAnswer }: ChangeQuestionProps) {
  const name = useId()
  const answers = [
    { is: true, label: 'Sí, volvió' },
    { is: false, label: 'No, lo tiene el cliente' },
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{`¿El vuelto de ${text} volvió a la caja?`}</legend>
      <div className="flex flex-wrap gap-x-5">
        {answers.map(({ is, label }) => (
          <label key={label} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={isBack === is}
              onChange={() => onAnswer(is)}
              className="size-[18px] shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[5px] checked:border-primary"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
