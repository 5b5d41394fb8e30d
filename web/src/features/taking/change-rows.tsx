import { Info } from 'lucide-react'
import { useId } from 'react'
import { useMay } from '../../lib/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { ChangeChoice, ChangeOption, ChosenChange } from './change-options.ts'

type ChangeRowsProps = {
  options: readonly ChangeOption[]
  chosen: ChosenChange | undefined
  onChoose: (choice: ChangeChoice) => void
}

export function ChangeRows({ options, chosen, onChoose }: ChangeRowsProps) {
  const name = useId()
  const mayExceed = useMay()('payments.reverse')
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Cómo se da el vuelto</legend>
      {options
        .filter(({ id }) => id !== 'beyond' || mayExceed)
        .map(({ id, label, amounts }) => (
          <label
            key={id}
            className="flex min-h-11 items-center gap-2.5 border-green-line border-t px-3 py-1 text-body has-checked:bg-surface has-checked:font-semibold has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen?.id}
              onChange={() => onChoose({ id, reason: '' })}
              className="size-[18px] shrink-0 appearance-none rounded-full border border-control bg-surface focus-visible:outline-none checked:border-[5px] checked:border-primary"
            />
            <span className="min-w-0 flex-1 break-words">{label}</span>
            <span className="text-right tabular-nums">
              {amounts.map((amount, index) => (
                <span key={amount} className="block whitespace-nowrap">
                  {index > 0 ? `+ ${amount}` : amount}
                </span>
              ))}
            </span>
          </label>
        ))}
      {chosen?.id === 'beyond' && (
        <Field
          label="Motivo de entregar más efectivo del recibido"
          required
          className="border-green-line border-t bg-surface px-3 py-2 text-fg"
        >
          {(control) => (
            <TextInput
              {...control}
              data-field="changeReason"
              autoComplete="off"
              maxLength={200}
              value={chosen.reason}
              onChange={({ target }) => onChoose({ id: 'beyond', reason: target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

export function ChangeNote({ chosen }: { chosen: ChosenChange | undefined }) {
  if (chosen?.note === undefined) return null
  return (
    <p className="mt-2 flex items-start gap-1.5 text-help text-muted">
      <Info size={14} className="mt-px shrink-0" aria-hidden="true" />
      {chosen.note}
    </p>
  )
}
