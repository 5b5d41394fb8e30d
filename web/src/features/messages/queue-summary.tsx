import { businessDate } from '@casillero/shared/domain/business-date'
import { type MessageState, messageStates } from '@casillero/shared/domain/message-state'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { HeldNote } from './held-note.tsx'
import { nextTry } from './message-facts.ts'
import { type MessageFilter, messagePollMs } from './message-list.tsx'
import { stateLabel } from './message-state.tsx'

// A message of today has not been without a receipt for a day.
const statesOfToday = messageStates.filter((state) => state !== 'unconfirmed')

export function QueueSummary({ filter }: { filter: MessageFilter }) {
  const heading = useId()
  const query = useQuery({ ...read('GET /api/messages/summary'), refetchInterval: messagePollMs })
  const summary = query.data?.data
  if (summary === undefined) return null
  const { waiting, held, unpriced, reason, nextAt, today } = summary
  const next = nextTry(nextAt)
  return (
    // The counters scroll by themselves: they do not widen the page.
    <div className="mb-4 grid grid-cols-1 gap-3">
      {held > 0 && <HeldNote held={held} />}
      {unpriced > 0 && (
        <Note tone="yellow">
          <Link to="/admin/mensajes?state=queued" className="font-medium underline">
            {unpriced === 1 ? '1 aviso espera' : `${unpriced.toLocaleString('en-US')} avisos esperan`} el precio de su
            paquete
          </Link>
        </Note>
      )}
      <div role="status">
        {waiting > 0 && (
          <Note tone={reason === null ? 'green' : 'yellow'}>
            <p className="font-medium">
              <Link to="/admin/mensajes?state=queued" className="underline">
                {waiting === 1
                  ? '1 mensaje espera en la cola'
                  : `${waiting.toLocaleString('en-US')} mensajes esperan en la cola`}
              </Link>
            </p>
            {reason === null ? (
              <p>
                Salen uno por uno, a un ritmo prudente.
                {next !== undefined && ` ${next}.`}
              </p>
            ) : (
              <p>
                {reason}.{' '}
                <Link to="/admin/settings/whatsapp" className="font-medium underline">
                  Ver la conexión
                </Link>
              </p>
            )}
          </Note>
        )}
      </div>
      <Surface className="px-4 py-3 max-md:px-3 max-md:pt-2 max-md:pb-1">
        <nav aria-labelledby={heading}>
          <h2 id={heading} className="font-semibold text-card max-md:text-label">
            Mensajes de hoy
          </h2>
          <ul className="-mx-2 mt-1 flex gap-1 max-md:overflow-x-auto md:justify-between">
            {statesOfToday.map((state) => (
              <Counter key={state} state={state} count={today[state]} filter={filter} />
            ))}
          </ul>
          {statesOfToday.every((state) => today[state] === 0) && (
            <p className="pb-2 text-label text-muted md:hidden">Todavía ninguno.</p>
          )}
        </nav>
      </Surface>
    </div>
  )
}

type CounterProps = { state: MessageState; count: number; filter: MessageFilter }

function Counter({ state, count, filter }: CounterProps) {
  const day = businessDate(new Date())
  const isShown = filter.state === state && filter.from === day && filter.to === day && filter.clientId === undefined
  const search = isShown ? '' : new URLSearchParams({ state, from: day, to: day }).toString()
  return (
    <li className={cx('shrink-0', count === 0 && !isShown && 'max-md:hidden')}>
      <Link
        to={{ search }}
        aria-current={isShown || undefined}
        className="block rounded-md px-2 py-1 hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
      >
        <span className="block text-help text-muted">{stateLabel(state)}</span>{' '}
        <span className={cx('block text-card tabular-nums', count === 0 ? 'text-muted' : 'font-semibold')}>
          {count.toLocaleString('en-US')}
        </span>
      </Link>
    </li>
  )
}
