import './report-print.css'
import type { Report } from '@casillero/shared/contract/reports'
import { businessDate } from '@casillero/shared/domain/business-date'
import { type ReportName, seesReport } from '@casillero/shared/domain/report-names'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { readDay } from '../../crud/list-filter.ts'
import { describeError, read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { exportItems } from '../exports/export-items.ts'
import { PeriodBar } from './period-bar.tsx'
import {
  buildPeriod,
  findPreset,
  findProblem,
  isWhole,
  keepCompare,
  keepPreset,
  keptCompare,
  keptPreset,
  type Period,
  type PresetId,
  periodBefore,
} from './report-period.ts'
import { ReportTable } from './report-table.tsx'
import { hasChart, periodText, reportGroups, reportTexts } from './report-texts.ts'

const DaysChart = defer(() => import('./days-chart.tsx').then((module) => module.DaysChart), ChartWait)

const failed = 'Error al cargar el reporte'

// The frame has its final height before the code loads, so that the table does not move.
function ChartWait({ report }: { report: Report }) {
  return hasChart(report) && <div className="h-[218px]" />
}

type ShownReport = { name: ReportName; days: Period; preset: PresetId; isCompared: boolean }

const findRefusal = ({ name, days }: ShownReport): string | undefined =>
  reportTexts[name].isOfNow ? undefined : findProblem(days)

const isAskable = (shown: ShownReport): boolean => isWhole(shown.days) && findRefusal(shown) === undefined

function readReport({ name, days, preset, isCompared }: ShownReport) {
  if (reportTexts[name].isOfNow) return read('GET /api/reports/:name', { params: { name } })
  const before = isCompared ? periodBefore(days, preset) : undefined
  const compared = before && { beforeFrom: before.from, beforeTo: before.to }
  return read('GET /api/reports/:name', { params: { name }, query: { ...days, ...compared } })
}

const reportExportItems = (shown: ShownReport): MenuItem[] => (isAskable(shown) ? exportItems(readReport(shown)) : [])

function ReportView(shown: ShownReport) {
  const { name, days } = shown
  const { company } = useSignedIn()
  const texts = reportTexts[name]
  const isAsked = isAskable(shown)
  const query = useQuery({
    // Incomplete days are not counted.
    ...(isAsked ? readReport(shown) : readReport({ ...shown, isCompared: false })),
    // Rows of another report do not fit these columns.
    placeholderData: (previous, last) =>
      last !== undefined && JSON.stringify(last.queryKey).includes(`"${name}"`) ? previous : undefined,
    enabled: isAsked,
  })
  // Old rows stay while a day is typed, but not under days that are refused.
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
            title={texts.none ?? 'No hay nada en este período'}
            hint={texts.isOfNow ? undefined : 'Elija otras fechas.'}
          />
        ) : (
          <ReportTable name={name} report={report} />
        )}
      </Surface>
    </>
  )
}

const findReportName = (slug: string | undefined, names: readonly ReportName[]): ReportName | undefined =>
  names.find((name) => reportTexts[name].slug === slug)

function usePeriod() {
  const [params, setParams] = useSearchParams()
  const [isCompared, setIsCompared] = useState(keptCompare)
  const today = businessDate(new Date())
  const [from, to] = [readDay(params.get('from')), readDay(params.get('to'))]
  const given = from !== undefined && to !== undefined ? { from, to } : undefined
  const [preset, setPreset] = useState(() => (given ? findPreset(given, today) : keptPreset()))
  const [days, setDays] = useState<Period>(() => given ?? buildPeriod(preset, today))
  const show = (next: Period) => {
    setDays(next)
    if (readDay(next.from) && readDay(next.to)) setParams({ from: next.from, to: next.to }, { replace: true })
  }
  return {
    params,
    period: { days, preset, isCompared },
    choosing: {
      onPreset(id: PresetId) {
        setPreset(id)
        if (id === 'own') return
        keepPreset(id)
        show(buildPeriod(id, today))
      },
      onDays: show,
      onCompare(isOn: boolean) {
        keepCompare(isOn)
        setIsCompared(isOn)
      },
    },
  }
}

/** docs/product/reports.md, "Reports". */
export function ReportsPage() {
  const { user } = useSignedIn()
  const { name: slug } = useParams()
  const { params, period, choosing } = usePeriod()
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 1024px)')

  const groups = reportGroups
    .map(({ title, names }) => ({ title, names: names.filter((each) => seesReport(user, each)) }))
    .filter(({ names }) => names.length > 0)
  const seen = groups.flatMap(({ names }) => names)
  const [first] = seen
  const name = findReportName(slug, seen)
  if (name === undefined) return first ? <Navigate to={buildAddress(first, params)} replace /> : null

  const shown = { name, ...period }
  const items = reportExportItems(shown)
  return (
    <Page
      title="Reportes"
      menu={isRoomy ? undefined : items}
      // On a wide screen, print and export are beside the days.
      action={
        isRoomy
          ? undefined
          : { label: 'Imprimir', icon: <Printer size={20} aria-hidden="true" />, run: () => window.print() }
      }
    >
      <div className="report gap-5 lg:grid lg:grid-cols-[196px_minmax(0,1fr)] print:block">
        <ReportChoice
          groups={groups}
          current={name}
          isRoomy={isRoomy}
          buildAddress={(each) => buildAddress(each, params)}
          onChoose={(each) => void navigate(buildAddress(each, params))}
        />
        {/* Scrolls instead of widening the page. */}
        <div className="grid grid-cols-1 content-start gap-3">
          <PeriodBar
            isOfNow={reportTexts[name].isOfNow === true}
            isAlone={reportTexts[name].isAlone === true}
            {...period}
            {...choosing}
            refusal={findRefusal(shown)}
            items={items}
          />
          <ReportView {...shown} />
        </div>
      </div>
    </Page>
  )
}

function buildAddress(name: ReportName, params: URLSearchParams): string {
  const search = params.toString()
  return `/reportes/${reportTexts[name].slug}${search === '' ? '' : `?${search}`}`
}

type ReportChoiceProps = {
  groups: readonly { title: string; names: readonly ReportName[] }[]
  current: ReportName
  /** Without room, a single control stands above the report. */
  isRoomy: boolean
  buildAddress: (name: ReportName) => string
  onChoose: (name: ReportName) => void
}

function ReportChoice({ groups, current, isRoomy, buildAddress, onChoose }: ReportChoiceProps) {
  if (!isRoomy) {
    const names = groups.flatMap((group) => group.names)
    return (
      <Field label="Reporte" className="mb-3 print:hidden">
        {(control) => (
          <SelectInput
            {...control}
            value={current}
            onChange={({ target }) => {
              const name = names.find((each) => each === target.value)
              if (name !== undefined) onChoose(name)
            }}
          >
            {groups.map(({ title, names: own }) => (
              <optgroup key={title} label={title}>
                {own.map((name) => (
                  <option key={name} value={name}>
                    {reportTexts[name].title}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectInput>
        )}
      </Field>
    )
  }
  return (
    <nav aria-label="Reportes" className="print:hidden">
      {groups.map(({ title, names }) => (
        <section key={title} className="mb-2">
          <h2 className="px-2.5 py-1 font-medium text-label text-muted">{title}</h2>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Link
                  to={buildAddress(name)}
                  aria-current={name === current ? 'page' : undefined}
                  className="flex min-h-8 items-center rounded-md border-transparent border-l-[3px] px-2 py-1 text-body hover:bg-surface-3 aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text"
                >
                  {reportTexts[name].label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
