import { Check, Minus } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../class-names.ts'

type CheckBoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> }

type BareCheckBoxProps = CheckBoxProps & {
  /** Neither all nor none are chosen. */
  mixed?: boolean
}

/** Needs an `aria-label` if no text is beside it. */
export function CheckBox({ className, mixed, ref, ...rest }: BareCheckBoxProps) {
  const Mark = mixed ? Minus : Check
  // Without it, a list of a hundred rows would render a hundred invisible marks.
  const isMarkable = mixed || rest.checked !== false
  const setMixed = (input: HTMLInputElement | null) => {
    if (input !== null) input.indeterminate = mixed ?? false
  }
  return (
    <span className={cx('relative grid size-[18px] shrink-0 place-items-center', className)}>
      {/* The target is larger than the visible box. */}
      <input
        type="checkbox"
        ref={mixed === undefined ? ref : setMixed}
        {...rest}
        className="peer absolute -inset-1.5 appearance-none opacity-0 pointer-coarse:-inset-3"
      />
      <span className="pointer-events-none size-full rounded-[5px] border border-control bg-surface outline-offset-2 peer-checked:border-primary peer-checked:bg-primary peer-indeterminate:border-primary peer-indeterminate:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-disabled:border-line peer-disabled:bg-surface-3" />
      {isMarkable && (
        <Mark
          size={14}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none absolute hidden text-primary-fg peer-checked:block peer-indeterminate:block"
        />
      )}
    </span>
  )
}

type CheckboxProps = CheckBoxProps & { label: ReactNode }

/** The whole line is the click target. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <label
      htmlFor={rest.id ?? id}
      className={cx('flex min-h-(--control) w-fit items-center gap-2.5 font-medium text-body', className)}
    >
      <CheckBox id={id} {...rest} />
      {label}
    </label>
  )
}
