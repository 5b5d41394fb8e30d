import type { Report } from '@casillero/shared/contract/reports'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { BarChart, type Series } from '../../ui/charts/bar-chart.tsx'
import { cx } from '../../ui/class-names.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { hasChart, reportTexts, shortDay } from './report-texts.ts'

export function DaysChart({ report }: { report: Report }) {
  const { rows, rate, total } = report
  if (rate === null || !hasChart(report)) return null
  const now: Series = {
    label: 'Este período',
    values: rows.map(({ reference }) => reference ?? 0),
    colour: '--chart-1',
  }
  const before: Series = { label: 'El anterior', values: rows.map((row) => row.before ?? 0), colour: '--chart-3' }
  const isCompared = total.before !== null
  return (
    <Surface className="px-4 pt-2.5 pb-2">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold text-card print:hidden">{reportTexts['sales-by-day'].title}</h2>
        {isCompared && (
          <ul aria-hidden="true" className="ml-auto flex gap-3.5 text-[12px] text-muted">
            {[
              { label: now.label, colour: 'bg-chart-1' },
              { label: before.label, colour: 'bg-chart-3' },
            ].map(({ label, colour }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span className={cx('size-2.5 rounded-[3px]', colour)} />
                {label}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="relative h-[168px]">
        <BarChart
          title={`Ventas por día, todo en ${rate.symbol}`}
          labels={rows.map(({ key }) => shortDay(key ?? ''))}
          series={isCompared ? [before, now] : [now]}
          format={(amount) => formatMoney(amount, rate.symbol)}
          unit={rate.symbol}
        />
      </div>
    </Surface>
  )
}
