import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'

export type ControlProps = {
  id: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export type FieldTexts = {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Adds the star. */
  required?: boolean | undefined
  /** The field's place in its grid: `col-span-2`. */
  className?: string | undefined
}

export const labelClass = 'font-medium text-label'

type FieldProps = FieldTexts & { children: (control: ControlProps) => ReactNode }

/** The error replaces the help below the control. */
export function Field({ label, help, error, required, className, children }: FieldProps) {
  const id = useId()
  const control: ControlProps = {
    id,
    'aria-required': required || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error !== undefined ? `${id}-error` : help !== undefined ? `${id}-help` : undefined,
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={cx(labelClass, required && 'required-star')}>
        {label}
      </label>
      {children(control)}
      <FieldFoot id={id} error={error} help={help} />
    </div>
  )
}

type FieldFootProps = { id: string; error: string | undefined; help?: ReactNode }

export function FieldFoot({ id, error, help }: FieldFootProps) {
  if (error !== undefined) {
    return (
      <p id={`${id}-error`} className="flex items-start gap-1.5 text-danger-text text-label">
        <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
        {error}
      </p>
    )
  }
  if (help === undefined) return null
  return (
    <p id={`${id}-help`} className="text-help text-muted">
      {help}
    </p>
  )
}
