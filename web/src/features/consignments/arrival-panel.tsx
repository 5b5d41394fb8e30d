import type { ArrivalFeed, ConsignedView, Consignment } from '@casillero/shared/contract/consignments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { ArrivalFeedList } from './arrival-feed-list.tsx'
import { ArrivalField } from './arrival-field.tsx'
import { ArrivalFigures } from './arrival-figures.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { countText, poundsText, unseenLabel } from './consignment-texts.ts'

/** Others' scans are seen within two seconds. */
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

/** When another scan is the last one. */
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
  /** Undefined until the feed has come. */
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
