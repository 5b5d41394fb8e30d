import { useQuery } from '@tanstack/react-query'
import { ChevronRight, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'

const upPollMs = 60_000
// Milliseconds. Short, so that an admin soon sees that the connection is back.
const downPollMs = 15_000
const restMs = 1_000

const connection = { ...read('GET /api/messages/connection'), staleTime: downPollMs }

const waitingText = (waiting: number): string =>
  waiting === 1 ? '1 mensaje en espera' : `${waiting.toLocaleString('en-US')} mensajes en espera`

/** Shown to admins even without waiting messages, because only they can reconnect. */
export function ConnectionLine() {
  const canAct = useMay()('whatsapp.manage')
  const query = useQuery({
    ...connection,
    refetchInterval: ({ state }) => (state.data?.data.gateway === 'down' ? downPollMs : upPollMs),
  })
  const { gateway = 'none', waiting = 0 } = query.data?.data ?? {}
  const isShown = gateway === 'down' && (waiting > 0 || canAct)
  const text = useAtRest(isShown ? `WhatsApp sin conexión${waiting > 0 ? `: ${waitingText(waiting)}` : ''}` : '')
  return (
    <div role="status" className="lg:mx-auto lg:max-w-[1440px] lg:px-(--gutter)">
      {text !== '' && (
        <div className="flex border-yellow-line border-b bg-yellow-soft text-label text-yellow-text lg:mt-2 lg:w-fit lg:rounded-md lg:border">
          {canAct ? (
            <Link to="/admin/settings/whatsapp" className={cx(lineClass, 'min-h-11 lg:min-h-8')}>
              <WifiOff size={16} className="shrink-0" aria-hidden="true" />
              <span className="max-sm:flex-1">{text}</span>
              <span className="underline max-sm:sr-only">Ver la conexión</span>
              <ChevronRight size={16} className="shrink-0 sm:hidden" aria-hidden="true" />
            </Link>
          ) : (
            <p className={cx(lineClass, 'min-h-9 lg:min-h-8')}>
              <WifiOff size={16} className="shrink-0" aria-hidden="true" />
              {text}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const lineClass = 'flex flex-1 items-center gap-2 px-3 py-1 font-medium'

/** Shows the answer that `ConnectionLine` polls. */
export function WaitingBadge({ isNarrow }: { isNarrow: boolean }) {
  const { gateway, waiting } = useQuery({ ...connection, enabled: false }).data?.data ?? { gateway: 'none', waiting: 0 }
  if (gateway !== 'down' || waiting === 0) return null
  return (
    <span
      className={cx(
        'grid h-5 min-w-5 place-items-center rounded-full border border-yellow-line bg-yellow-soft px-1 font-semibold text-[12px] text-yellow-text tabular-nums leading-none',
        isNarrow ? 'absolute -top-1 -right-1' : 'ml-auto',
      )}
    >
      <span aria-hidden="true">{waiting > 99 ? '99+' : waiting}</span>
      <span className="sr-only">{waitingText(waiting)}</span>
    </span>
  )
}

/** Delays changes while the pointer is moving, so that nothing shifts under it. */
function useAtRest(value: string): string {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (shown === value) return
    let timer = 0
    const wait = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setShown(value), restMs)
    }
    wait()
    const gestures = ['pointerdown', 'pointermove', 'keydown', 'scroll']
    for (const gesture of gestures) window.addEventListener(gesture, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const gesture of gestures) window.removeEventListener(gesture, wait, { capture: true })
    }
  }, [shown, value])
  return shown
}
