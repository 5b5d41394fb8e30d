import { Info } from 'lucide-react'
import { useId } from 'react'
import type { ChangeChoice, ChangeOption } from './change-options.ts'

type ChangeRowsProps = {
  options: readonly ChangeOption[]
  chosen: ChangeOption | undefined
  onChoose: (id: ChangeChoice) => void
}

/** The choice of the change, one row for each way to give it back. */
export function ChangeRows({ options, chosen, onChoose }: ChangeRowsProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Cómo se da el vuelto</legend>
      {options.map(({ id, label, amounts }) => (
        <label
          key={id}
          className="flex min-h-11 items-center gap-2.5 border-green-line border-t px-3 py-1 text-body has-checked:bg-surface has-checked:font-semibold has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === chosen?.id}
            onChange={() => onChoose(id)}
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
    </fieldset>
  )
}

/** The computation of the chosen way. */
export function ChangeNote({ chosen }: { chosen: ChangeOption | undefined }) {
  if (chosen?.note === undefined) return null
  return (
    <p className="mt-2 flex items-start gap-1.5 text-help text-muted">
      <Info size={14} className="mt-px shrink-0" aria-hidden="true" />
      {chosen.note}
    </p>
  )
}
