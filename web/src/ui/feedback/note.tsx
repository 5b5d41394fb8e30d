import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

const looks = {
  red: 'border-danger-line bg-danger-soft text-danger-text',
  yellow: 'border-yellow-line bg-yellow-soft text-yellow-text',
  green: 'border-green-line bg-green-soft text-green-text',
}

type NoteProps = { tone: keyof typeof looks; className?: string; children: ReactNode }

/** A red note is announced at once. */
export function Note({ tone, className, children }: NoteProps) {
  return (
    <div
      role={tone === 'red' ? 'alert' : undefined}
      className={cx('flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-body', looks[tone], className)}
    >
      {tone === 'red' && <CircleAlert size={18} className="mt-px shrink-0" aria-hidden="true" />}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
