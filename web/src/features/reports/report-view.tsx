import type { Report } from '@casillero/shared/contract/reports'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { useQuery } from '@tanstack/react-query'
import { describeError, read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { exportItems } from '../exports/export-items.ts'
import { findProblem, isWhole, type Period, type PresetId, periodBefore } from './report-period.ts'
import { ReportTable } from './report-table.tsx'
import { hasChart, periodText, reportTexts } from './report-texts.ts'

const DaysChart = defer(() => import('./days-chart.tsx').then((module) => module.DaysChart), ChartWait)

const failed = 'Error al cargar el reporte'

// The frame has its height before the code, so that the table does not move.
function ChartWait({ report }: { report: Report }) {
  return hasChart(report) && <div className="h-[218px]" />
}

type ShownReport = { name: ReportName; days: Period; preset: PresetId; isCompared: boolean }

export const findRefusal = ({ name, days }: ShownReport): string | undefined =>
  reportTexts[name].isOfNow ? undefined : findProblem(days)

const isAskable = (shown: ShownReport): boolean => isWhole(shown.days) && findRefusal(shown) === undefined

export function readReport({ name, days, preset, isCompared }: ShownReport) {
  if (reportTexts[name].isOfNow) return read('GET /api/reports/:name', { params: { name } })
  const before = isCompared ? periodBefore(days, preset) : undefined
  const compared = before && { beforeFrom: before.from, beforeTo: before.to }
  return read('GET /api/reports/:name', { params: { name }, query: { ...days, ...compared } })
}

export const reportExportItems = (shown: ShownReport): MenuItem[] =>
  isAskable(shown) ? exportItems(readReport(shown)) : []

export function ReportView(shown: ShownReport) {
  const { name, days } = shown
  const { company } = useSignedIn()
  const texts = reportTexts[name]
  const isAsked = isAskable(shown)
  const query = useQuery({
    // Days that are half typed are no days to count with.
    ...(isAsked ? readReport(shown) : readReport({ ...shown, isCompared: false })),
    // The rows of another report stand under other headings.
    placeholderData: (previous, last) =>
      last !== undefined && JSON.stringify(last.queryKey).includes(`"${name}"`) ? previous : undefined,
    enabled: isAsked,
  })
  // Rows of before stay while a day is typed, and not under days that are refused.
  const report = findRefusal(shown) === undefined ? query.data?.data : undefined
  const isDrawn = name === 'sales-by-day' && report !== undefined && !query.isError && hasChart(report)
  return (
    <>
      <div className="hidden print:block">
        <p className="font-semibold text-title">{company.name}</p>
        <p className="text-body">{texts.isOfNow ? texts.title : `${texts.title} · ${periodText(days)}`}</p>
      </div>
      {isDrawn && <DaysChart report={report} />}
      <Surface className="overflow-clip">
        {!isDrawn && (
          <h2 className="border-line border-b px-4 py-2.5 font-semibold text-card print:hidden">{texts.title}</h2>
        )}
        {query.isError ? (
          <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
        ) : report === undefined && !isAsked ? (
          <EmptyState title="Elija otras fechas" />
        ) : report === undefined ? (
          <SkeletonRows height={44} label="Cargando reporte..." isTable={true} />
        ) : report.rows.length === 0 ? (
          <EmptyState
            title={texts.isOfNow ? 'No hay nada por cobrar' : 'No hay nada en este período'}
            hint={texts.isOfNow ? undefined : 'Elija otras fechas.'}
          />
        ) : (
          <ReportTable name={name} report={report} />
        )}
      </Surface>
    </>
  )
}
