import { useQuery } from '@tanstack/react-query'
import { countsCall } from '../features/conversations/conversation-calls.ts'
import { useDeviceDrawer } from '../features/taking/device-drawer.ts'
import { read } from '../lib/api.ts'
import { cx } from '../ui/class-names.ts'

/** Shows the length of a list beside its link. */
const QuietCount = ({ text }: { text: string }) => (
  <span className="ml-auto font-normal text-[12px] text-muted tabular-nums">{text}</span>
)

type FilledCountProps = { count: number; isNarrow: boolean; says: string }

/** Counts what waits for a person; a collapsed menu shows it at the icon. */
function FilledCount({ count, isNarrow, says }: FilledCountProps) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid place-items-center rounded-full bg-primary font-semibold text-primary-fg tabular-nums leading-none',
          isNarrow
            ? 'absolute top-0.5 left-1/2 ml-0.5 h-4 min-w-4 px-1 text-[10px]'
            : 'ml-auto h-5 min-w-5 px-1.5 text-[12px]',
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{`, ${count} ${says}`}</span>
    </>
  )
}

const formatCount = (count: number) => (count > 999 ? '999+' : String(count))

const refetchMs = 60_000
// After a failed request the server is asked again at this interval.
const failedMs = 20_000

export function UnownedBadge() {
  const query = useQuery({
    ...read('GET /api/packages/unowned/count'),
    staleTime: refetchMs,
    refetchInterval: ({ state }) => (state.status === 'error' ? failedMs : false),
  })
  const count = query.data?.data.count ?? 0
  return count > 0 && <QuietCount text={formatCount(count)} />
}

/** Counts announced purchases that should have arrived. */
export function PrealertsBadge() {
  const query = useQuery({ ...read('GET /api/prealerts/counts'), staleTime: refetchMs })
  const count = query.data?.data.late ?? 0
  return count > 0 && <QuietCount text={`${formatCount(count)} tarde`} />
}

/** Counts requests that wait for approval. */
export function ClientsBadge({ isNarrow }: { isNarrow: boolean }) {
  const query = useQuery({ ...read('GET /api/signups/counts'), staleTime: refetchMs, refetchInterval: refetchMs })
  const count = query.data?.data.waiting ?? 0
  return count > 0 && !isNarrow && <QuietCount text={`${formatCount(count)} por aprobar`} />
}

/** Counts shipments that are still to be sent. */
export function ShipmentsBadge() {
  const query = useQuery({ ...read('GET /api/invoice-shipments/counts'), staleTime: refetchMs })
  const count = query.data?.data.toSend ?? 0
  return count > 0 && <QuietCount text={formatCount(count)} />
}

function OpenDot({ isNarrow }: { isNarrow: boolean }) {
  const { forPayments } = useDeviceDrawer()
  if (forPayments === undefined) return null
  return (
    <span
      className={cx(
        'flex items-center gap-1.5 font-normal text-[12px] text-muted',
        isNarrow && 'absolute top-1.5 right-1.5',
      )}
    >
      <span className="size-2 rounded-full bg-green-text" aria-hidden="true" />
      <span className={isNarrow ? 'sr-only' : undefined}>Abierta</span>
    </span>
  )
}

/** Says whether the drawer is open, and counts vouchers that wait to be verified. */
export function CashBadge({ isNarrow }: { isNarrow: boolean }) {
  const query = useQuery({ ...read('GET /api/vouchers/counts'), staleTime: refetchMs, refetchInterval: refetchMs })
  const count = query.data?.data.pending ?? 0
  return (
    <span className={isNarrow ? undefined : 'ml-auto flex items-center gap-2'}>
      <OpenDot isNarrow={isNarrow} />
      <FilledCount
        count={count}
        isNarrow={isNarrow}
        says={count === 1 ? 'comprobante por verificar' : 'comprobantes por verificar'}
      />
    </span>
  )
}

const conversationsMs = 15_000

/** Counts conversations that wait for a person. docs/product/conversations.md, "Screen". */
export function ConversationsBadge({ isNarrow }: { isNarrow: boolean }) {
  const query = useQuery({ ...countsCall, staleTime: conversationsMs, refetchInterval: conversationsMs })
  const { waiting = 0, mine = 0 } = query.data?.data ?? {}
  return (
    <FilledCount
      count={waiting}
      isNarrow={isNarrow}
      says={mine === 0 ? 'por atender' : `por atender, ${mine} para usted`}
    />
  )
}
