import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { toastError } from '../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { amountRefusal, formatDecimal, isAmount, readAmount } from '../../ui/forms/decimal-text.ts'
import { InlineEdit } from '../../ui/forms/inline-edit.tsx'
import { poundsText } from './consignment-texts.ts'
import { toCostsInput, useCosts } from './costs-draft.ts'

const label = 'Libras que cobra el agente'

export function BilledWeight({ id, figures }: { id: string; figures: Reconciliation }) {
  const { mutateAsync } = useCosts(id)
  const { billed } = figures.weights
  const save = async (text: string) => {
    if (!isAmount(text)) {
      toastError(amountRefusal)
      return
    }
    const billedWeight = text === '' ? null : readAmount(text)
    if (billedWeight !== billed) await mutateAsync({ ...toCostsInput(figures), billedWeight })
  }
  return (
    <InlineEdit
      label={label}
      shown={billed === null ? '—' : poundsText(billed)}
      start={formatDecimal(billed, 2)}
      save={save}
      className="justify-end"
    >
      {({ draft, change, busy }) => (
        <DecimalInput
          aria-label={label}
          className="w-28"
          value={draft}
          onChange={change}
          max={9_999_999}
          readOnly={busy}
        />
      )}
    </InlineEdit>
  )
}
