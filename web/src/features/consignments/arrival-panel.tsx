import type { ArrivalFeed, ConsignedView, Consignment } from '@casillero/shared/contract/consignments'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { ArrivalField } from './arrival-field.tsx'
import { ArrivalFigures } from './arrival-figures.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { countText, poundsText, unseenLabel } from './consignment-texts.ts'

type Scan = ArrivalFeed['scans'][number]

const shown = 8

function describeHint({ result, companyPackageId, companyShipmentId }: Scan): string {
  const number = companyPackageId === null ? '' : `#${companyPackageId}`
  if (result === 'unknown') return 'Sobrante · no está en el sistema'
  if (result === 'extra') return `Sobrante · ${number}`
  if (result === 'other_shipment') return `Sobrante · ${number} va en el #${companyShipmentId ?? ''}`
  return result === 'repeated' ? `${number} · ya visto` : number
}

/** Returns the first name, or the full name if two who scan share it. */
function formatShortName({ id, fullName }: Scan['scannedBy'], scans: readonly Scan[]): string {
  const first = (name: string) => name.split(' ', 1)[0] ?? name
  const isShared = scans.some((one) => one.scannedBy.id !== id && first(one.scannedBy.fullName) === first(fullName))
  return isShared ? fullName : first(fullName)
}

function ArrivalFeedList({ scans, ownId }: { scans: readonly Scan[]; ownId: string }) {
  if (scans.length === 0) return null
  return (
    <Surface className="overflow-clip">
      <ol aria-label="Últimos escaneos">
        {scans.slice(0, shown).map((scan) => {
          const isFine = scan.result === 'expected' || scan.result === 'repeated'
          const Icon = isFine ? Check : TriangleAlert
          return (
            <li
              key={scan.id}
              className={cx(
                'flex items-center gap-2.5 border-line border-t px-3 py-2 first:border-t-0',
                !isFine && 'bg-yellow-soft text-yellow-text',
              )}
            >
              <Icon size={16} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere font-medium text-label">{scan.clientName ?? scan.code}</span>
                <span className={cx('block wrap-anywhere text-help', isFine && 'text-muted')}>
                  {describeHint(scan)}
                </span>
              </span>
              <span className={cx('flex max-w-40 text-help', isFine && 'text-muted')} title={scan.scannedBy.fullName}>
                <span className="min-w-0 wrap-anywhere">
                  {scan.scannedBy.id === ownId ? 'Usted' : formatShortName(scan.scannedBy, scans)}
                </span>
                <span className="whitespace-pre"> · </span>
                <time dateTime={scan.scannedAt} className="tabular-nums">
                  {formatDateTime(scan.scannedAt).split(', ')[1]}
                </time>
              </span>
            </li>
          )
        })}
      </ol>
    </Surface>
  )
}

/** Milliseconds. Other users' scans appear within two seconds. */
const pollMs = 1_500

type View = Extract<ConsignedView, 'missing' | 'seen' | 'extra'>

const empties: Record<View, string> = {
  missing: 'No falta ningún paquete',
  seen: 'Todavía no se ha visto ninguno',
  extra: 'No hay sobrantes',
}

/** docs/product/shipments.md, "The screens". */
export function ArrivalPanel({ consignment }: { consignment: Consignment }) {
  const { id } = consignment
  const may = useMay()
  const isWide = useMedia('(min-width: 1024px)')
  const { user } = useSignedIn()
  const query = useQuery({
    ...read('GET /api/shipments/:id/arrivals', { params: { id } }),
    refetchInterval: pollMs,
    meta: { failed: 'Error al cargar la llegada' },
  })
  const feed = query.data?.data
  const counts = feed ?? consignment
  useFreshLists(feed)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ArrivalFigures consignment={consignment} feed={feed} ownId={user.id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[400px_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          {may('consignments.write') && <ArrivalField consignment={consignment} />}
          {isWide && feed && <ArrivalFeedList scans={feed.scans} ownId={user.id} />}
        </div>
        <Lists id={id} state={consignment.state} counts={counts} missingWeight={feed?.missingWeight} />
        {!isWide && feed && <ArrivalFeedList scans={feed.scans} ownId={user.id} />}
      </div>
    </div>
  )
}

/** Reloads the lists when the last scan changes. */
function useFreshLists(feed: ArrivalFeed | undefined): void {
  const queries = useQueryClient()
  const last = feed?.scans[0]?.id
  useEffect(() => {
    if (last === undefined) return
    for (const key of ['GET /api/shipments/:id/packages', 'GET /api/shipments/:id']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }, [last, queries])
}

type Counts = Pick<ArrivalFeed, 'missingCount' | 'seenCount' | 'extraCount'>

type ListsProps = {
  id: string
  state: Consignment['state']
  counts: Counts
  /** Pounds; undefined until the feed has loaded. */
  missingWeight: number | undefined
}

function Lists({ id, state, counts, missingWeight }: ListsProps) {
  const [view, setView] = useState<View>('missing')
  const tabs = [
    { id: 'missing' as const, label: unseenLabel({ state, ...counts }), count: counts.missingCount },
    { id: 'seen' as const, label: 'Vistos', count: counts.seenCount },
    { id: 'extra' as const, label: 'Sobrantes', count: counts.extraCount },
  ]
  return (
    <div className="min-w-0">
      <Tabs
        label="Paquetes"
        tabs={tabs}
        current={view}
        onChange={setView}
        className="mb-2 overflow-x-auto max-sm:gap-0 max-sm:*:gap-1.5 max-sm:*:px-2.5"
      />
      <TabPanel id={view}>
        <ConsignedList
          key={view}
          id={id}
          view={view}
          own="none"
          empty={empties[view]}
          emptyHint="Escanee lo que llegó."
          foot={
            view === 'missing' &&
            counts.missingCount > 0 &&
            missingWeight !== undefined && <MissingSum count={counts.missingCount} pounds={missingWeight} />
          }
        />
      </TabPanel>
    </div>
  )
}

const MissingSum = ({ count, pounds }: { count: number; pounds: number }) => (
  <p className="flex justify-between gap-4 border-grey-line border-t bg-surface-2 px-4 py-4 font-semibold text-body tabular-nums">
    <span>{countText(count)}</span>
    <span>
      {poundsText(pounds)}
      <span className="sr-only"> lbs</span>
    </span>
  </p>
)
