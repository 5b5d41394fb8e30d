import { businessDate } from '@casillero/shared/domain/business-date'
import { type ReportName, seesReport } from '@casillero/shared/domain/report-names'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { readDay } from '../../crud/list-filter.ts'
import { useSignedIn } from '../../lib/session.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PeriodBar } from './period-bar.tsx'
import { ReportChoice } from './report-choice.tsx'
import {
  buildPeriod,
  findPreset,
  keepCompare,
  keepPreset,
  keptCompare,
  keptPreset,
  type Period,
} from './report-period.ts'
import { reportGroups, reportTexts } from './report-texts.ts'
import { findRefusal, ReportView, reportExportItems } from './report-view.tsx'
import './report-print.css'

const findReportName = (slug: string | undefined, names: readonly ReportName[]): ReportName | undefined =>
  names.find((name) => reportTexts[name].slug === slug)

/** docs/product/reports.md, "Reports". */
export function ReportsPage() {
  const { user } = useSignedIn()
  const { name: slug } = useParams()
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const isRoomy = useMedia('(min-width: 1024px)')
  const [isCompared, setIsCompared] = useState(keptCompare)
  const today = businessDate(new Date())
  const [from, to] = [readDay(params.get('from')), readDay(params.get('to'))]
  const given = from !== undefined && to !== undefined ? { from, to } : undefined
  const [preset, setPreset] = useState(() => (given ? findPreset(given, today) : keptPreset()))
  const [days, setDays] = useState<Period>(() => given ?? buildPeriod(preset, today))

  const groups = reportGroups
    .map(({ title, names }) => ({ title, names: names.filter((each) => seesReport(user, each)) }))
    .filter(({ names }) => names.length > 0)
  const seen = groups.flatMap(({ names }) => names)
  const [first] = seen
  const name = findReportName(slug, seen)
  if (name === undefined) return first ? <Navigate to={buildAddress(first, params)} replace /> : null

  const show = (next: Period) => {
    setDays(next)
    if (readDay(next.from) && readDay(next.to)) setParams({ from: next.from, to: next.to }, { replace: true })
  }
  const shown = { name, days, preset, isCompared }
  const items = reportExportItems(shown)
  return (
    <Page
      title="Reportes"
      menu={isRoomy ? undefined : items}
      // On a wide screen the printer and the files stand beside the days.
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
        {/* It does not widen what stands around it. */}
        <div className="grid grid-cols-1 content-start gap-3">
          <PeriodBar
            isOfNow={reportTexts[name].isOfNow === true}
            preset={preset}
            days={days}
            refusal={findRefusal(shown)}
            isCompared={isCompared}
            items={items}
            onPreset={(id) => {
              setPreset(id)
              if (id === 'own') return
              keepPreset(id)
              show(buildPeriod(id, today))
            }}
            onDays={show}
            onCompare={(isOn) => {
              keepCompare(isOn)
              setIsCompared(isOn)
            }}
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
