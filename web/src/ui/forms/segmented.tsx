import type { InputHTMLAttributes } from 'react'
import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '../class-names.ts'
import { FieldFoot, type FieldTexts, labelClass } from './field.tsx'

export type Choice<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type SegmentedProps<Value extends string> = FieldTexts & {
  choices: readonly Choice<Value>[]
  /** `checked` is set for each value. */
  /** For choices that explain themselves. */
  isLabelHidden?: boolean
  radio: (value: Value) => InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }
}

/** Shows all choices; exactly one is chosen. */
export function Segmented<Value extends string>({
  choices,
  radio,
  label,
  help,
  error,
  required,
  isLabelHidden,
  className,
}: SegmentedProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col gap-1', className)}
      aria-describedby={error !== undefined ? `${id}-error` : help !== undefined ? `${id}-help` : undefined}
    >
      <legend className={cx(isLabelHidden ? 'sr-only' : `float-left ${labelClass}`, required && 'required-star')}>
        {label}
      </legend>
      <div className="flex min-h-(--control) gap-0.5 rounded-md border border-control bg-surface p-0.5 has-disabled:border-line has-disabled:bg-surface-3">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-sm px-3 text-body text-muted has-checked:font-semibold has-[:checked:enabled]:bg-primary-soft has-[:checked:enabled]:text-primary-text has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:text-subtle has-[:checked:disabled]:bg-surface"
          >
            <input type="radio" value={choice.value} {...radio(choice.value)} className="sr-only" />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
      <FieldFoot id={id} error={error} help={help} />
    </fieldset>
  )
}
