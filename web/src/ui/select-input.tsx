import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from './class-names.ts'
import { controlClass } from './text-input.tsx'

type SelectInputProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** The system's own list of choices: the best one on a cheap phone. */
export function SelectInput({ className, ...rest }: SelectInputProps) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...rest} className={cx(controlClass, 'appearance-none truncate pr-9')} />
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
