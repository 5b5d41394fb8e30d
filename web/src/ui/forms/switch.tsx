import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

type SwitchProps = { label: ReactNode; checked: boolean; onChange: (checked: boolean) => void; className?: string }

/** Takes effect at once. Use a checkbox in forms. */
export function Switch({ label, checked, onChange, className }: SwitchProps) {
  return (
    <label className={cx('flex min-h-(--control) w-fit items-center gap-2.5 font-medium text-body', className)}>
      <span className="relative inline-flex h-5 w-9 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full appearance-none rounded-full bg-control transition-colors duration-120 checked:bg-primary focus-visible:outline-offset-2"
        />
        <span className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-white transition-transform duration-120 peer-checked:translate-x-4" />
      </span>
      {label}
    </label>
  )
}
