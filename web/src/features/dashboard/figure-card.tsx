import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import type { Change } from './figure-texts.ts'

export type Figure = {
  label: string
  /** The list that proves it. */
  to: string
  /** One for each currency; undefined while it is loaded or could not be. */
  values: readonly string[] | undefined
  note?: ReactNode
  /** A line has room for little. */
  mark?: ReactNode
  /** The tone of a figure that should not be so. */
  tone?: 'warning' | 'danger' | undefined
}

type FigureProps = { figure: Figure; isFailed: boolean }

const tones = { warning: 'text-yellow-text', danger: 'text-danger-text' }

export function FigureCard({ figure, isFailed }: FigureProps) {
  const { label, to, values, mark, note = mark, tone } = figure
  return (
    <Link
      to={to}
      className={cx(
        'flex min-h-[92px] min-w-0 flex-col rounded-lg border bg-surface p-3.5 hover:bg-surface-2',
        tone === 'warning' ? 'border-yellow-line' : 'border-line',
      )}
    >
      <span className="flex items-center justify-between gap-2 text-label text-muted">
        {label}
        <ChevronRight size={16} className="shrink-0 max-lg:hidden" aria-hidden="true" />
      </span>
      <Values values={values} isFailed={isFailed} className={cx('text-[20px] leading-6', tone && tones[tone])} />
      {values !== undefined && note !== undefined && (
        <span className="mt-auto text-[12px] text-muted leading-4">{note}</span>
      )}
    </Link>
  )
}

export function FigureLine({ figure, isFailed }: FigureProps) {
  const { label, to, values, mark, tone } = figure
  return (
    <Link to={to} className="flex min-h-14 items-center gap-3 px-3.5 py-2 hover:bg-surface-2">
      <span className="flex-1 text-card text-muted">{label}</span>
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-right">
        <Values values={values} isFailed={isFailed} className={cx('text-card', tone && tones[tone])} />
        {mark}
      </span>
      <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden="true" />
    </Link>
  )
}

function Values({ values, isFailed, className }: Pick<Figure, 'values'> & { isFailed: boolean; className: string }) {
  if (values === undefined && !isFailed) return <Bone className="my-1.5 h-4 w-20 animate-late" />
  return (
    <span className={cx('flex flex-col font-semibold tabular-nums', className)}>
      {(values ?? ['—']).map((value) => (
        <span key={value} className="break-words">
          {value}
        </span>
      ))}
    </span>
  )
}

export function ChangeNote({ change: { direction, text } }: { change: Change }) {
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="flex items-center gap-1">
      {direction !== undefined && <Arrow size={13} aria-hidden="true" />}
      {text}
    </span>
  )
}
