import type { Api } from '@casillero/shared/contract/api'
import { businessDate } from '@casillero/shared/domain/business-date'
import { type MessageState, messageStates } from '@casillero/shared/domain/message-state'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { FilterWait } from '../../crud/filter-line.tsx'
import { type FilterReaders, readChoice, readDayOrAge, readId, useFilters } from '../../crud/list-filter.ts'
import { call, read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { exportItems } from '../exports/export-items.ts'
import { nextTry } from './message-facts.ts'
import { type MessageFilter, MessageList, messagePollMs } from './message-list.tsx'
import { stateLabel } from './message-state.tsx'

const count = (messages: number): string =>
  messages === 1 ? '1 mensaje' : `${messages.toLocaleString('en-US')} mensajes`

/** Messages that were waiting in a backup that was restored. */
function HeldNote({ held }: { held: number }) {
  const release = useMutation({
    mutationFn: (action: 'send' | 'discard') => call('POST /api/messages/held', { body: { action } }),
    onSuccess: ({ data: { messages } }, action) =>
      toastSuccess(action === 'send' ? `${count(messages)} en cola` : `${count(messages)} sin enviar`),
    onError: (error) => toastFailure(error, 'Error al actualizar los mensajes'),
  })
  return (
    <Note tone="yellow">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <b className="font-semibold">Copia restaurada:</b>{' '}
          {held === 1 ? '1 mensaje quizá ya se envió' : `${count(held)} quizá ya se enviaron`}
        </p>
        <span className="flex gap-2">
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate('send')}>
            Enviar
          </Button>
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate('discard')}>
            Descartar
          </Button>
        </span>
      </div>
    </Note>
  )
}

// A message gets this state only after a day without a receipt.
const statesOfToday = messageStates.filter((state) => state !== 'unconfirmed')

function QueueSummary({ filter }: { filter: MessageFilter }) {
  const heading = useId()
  const query = useQuery({ ...read('GET /api/messages/summary'), refetchInterval: messagePollMs })
  const summary = query.data?.data
  if (summary === undefined) return null
  const { waiting, held, unpriced, today } = summary
  return (
    // The counters scroll by themselves and do not widen the page.
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
      <div role="status">{waiting > 0 && <WaitingNote summary={summary} />}</div>
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

type Summary = Api['GET /api/messages/summary']['reply']['data']

function WaitingNote({ summary: { waiting, reason, nextAt } }: { summary: Summary }) {
  const next = nextTry(nextAt)
  return (
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

/** The list's filters in the address. */
const messageReaders: FilterReaders = {
  state: (value) => readChoice(messageStates, value),
  clientId: readId,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['createdAt', '-createdAt'], value),
}

const MessageFilters = defer(() => import('./message-filters.tsx').then((module) => module.MessageFilters), FilterWait)

export function MessagesPage() {
  const { state, query: filter, order, filters } = useFilters('messages', messageReaders, '-createdAt', MessageFilters)
  return (
    <Page title="Mensajes" menu={exportItems(read('GET /api/messages', { query: filter }))}>
      <QueueSummary filter={filter} />
      <MessageList filter={filter} place={state} order={order} filters={filters} />
    </Page>
  )
}
