import { useId } from 'react'

export type Choice<Id extends string> = {
  id: Id
  label: string
  /** Describes the consequences. */
  says: string
  isDisabled?: boolean
}

type ChoiceRowsProps<Id extends string> = {
  legend: string
  rows: readonly Choice<Id>[]
  chosen: Id
  onChoose: (id: Id) => void
}

/** Shows one row per answer, with its consequences. */
export function ChoiceRows<Id extends string>({ legend, rows, chosen, onChoose }: ChoiceRowsProps<Id>) {
  const name = useId()
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="overflow-clip rounded-md border border-control">
        {rows.map(({ id, label, says, isDisabled = false }, index) => (
          <label
            key={id}
            className={`flex min-h-11 items-center gap-2.5 border-line px-3 py-1.5 has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 ${index > 0 ? 'border-t' : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              disabled={isDisabled}
              onChange={() => onChoose(id)}
              className="size-[18px] shrink-0 appearance-none rounded-full border border-control bg-surface checked:border-[5px] checked:border-primary disabled:border-line disabled:bg-surface-3"
            />
            <span className="min-w-0">
              <span className="block break-words font-medium">{label}</span>
              <span className="block break-words text-help text-muted">{says}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
