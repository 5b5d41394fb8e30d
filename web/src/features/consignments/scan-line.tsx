import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

export type LineTone = 'green' | 'yellow' | 'red'

const looks: Record<LineTone, string> = {
  green: 'border-green-line bg-green-soft text-green-text',
  yellow: 'border-yellow-line bg-yellow-soft text-yellow-text',
  red: 'border-danger-line bg-danger-soft text-danger-text',
}
const icons = { green: Check, yellow: TriangleAlert, red: CircleAlert }

type ScanLineProps = { tone: LineTone; text: string; end?: string | undefined; children?: ReactNode }

export function ScanLine({ tone, text, end, children }: ScanLineProps) {
  const Icon = icons[tone]
  return (
    <div className={cx('flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-md border px-3 py-2', looks[tone])}>
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 break-words font-medium text-body">{text}</span>
      {end !== undefined && <span className="whitespace-nowrap text-body tabular-nums">{end}</span>}
      {children}
    </div>
  )
}
