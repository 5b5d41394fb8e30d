import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from '../class-names.ts'
import { controlClass } from './control-class.ts'

type SelectInputProps = SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: Ref<HTMLSelectElement>
  /** A text for the closed list that must not be cut off. */
  shown?: string | undefined
}

/** The system's own list, which works best on a cheap phone. */
export function SelectInput({ className, shown, ...rest }: SelectInputProps) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select
        {...rest}
        className={cx(
          controlClass,
          'appearance-none truncate pr-9',
          shown !== undefined && 'text-transparent [&_option]:text-fg [&_optgroup]:text-fg',
        )}
      />
      {shown !== undefined && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center whitespace-nowrap text-input"
        >
          {shown}
        </span>
      )}
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
