import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Surface } from '../../ui/layout/surface.tsx'

type ChartCardProps = {
  title: string
  note?: string
  legend?: readonly { label: string; colour: string }[]
  children: ReactNode
}

/** As high with few numbers as with many. */
export function ChartCard({ title, note, legend, children }: ChartCardProps) {
  return (
    <Surface className="min-h-[202px] min-w-0 p-4">
      <div className="mb-2.5 flex items-center justify-between gap-3">
        <h2 className="font-semibold text-card">{title}</h2>
        {note !== undefined && <span className="text-label text-muted tabular-nums">{note}</span>}
        {legend && (
          <ul aria-hidden="true" className="flex gap-3.5 text-[12px] text-muted">
            {legend.map(({ label, colour }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span className={cx('size-2.5 rounded-[3px]', colour)} />
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </Surface>
  )
}
