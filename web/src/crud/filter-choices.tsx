import { type ReactNode, useId } from 'react'
import { cx } from '../ui/class-names.ts'

export type FilterChoice = { value: string; label: string; node?: ReactNode }

export const choicesClass = 'flex flex-wrap gap-2 md:flex-col md:gap-0'

export const choiceClass =
  'flex min-h-(--control) rounded-sm px-2.5 text-body hover:bg-surface-2 has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:rounded-md max-md:border max-md:border-grey-line max-md:has-checked:border-primary max-md:has-checked:bg-primary-soft max-md:has-checked:text-primary-text'

type RadiosProps = {
  label: string
  choices: readonly FilterChoice[]
  chosen: string
  onChoose: (value: string) => void
}

export function Radios({ label, choices, chosen, onChoose }: RadiosProps) {
  const name = useId()
  return (
    <fieldset className={choicesClass}>
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(choiceClass, 'cursor-pointer items-center gap-2.5 has-checked:text-primary-text')}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
            className="size-4 accent-primary max-md:sr-only"
          />
          {choice.node ?? choice.label}
        </label>
      ))}
    </fieldset>
  )
}
