import { messageStates } from '@casillero/shared/contract/message-state'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { Note } from '../../ui/note.tsx'
import { Surface } from '../../ui/surface.tsx'
import { nextTry } from './message-facts.ts'
import { messagePollMs } from './message-list.tsx'
import { stateLabel } from './message-state.tsx'

/** Why messages wait, and what became of today's. */
export function QueueSummary() {
  const query = useQuery({ ...read('GET /api/messages/summary'), refetchInterval: messagePollMs })
  const summary = query.data?.data
  if (summary === undefined) return null
  const { waiting, reason, nextAt, today } = summary
  const next = nextTry(nextAt)
  return (
    <div className="mb-4 grid gap-3">
      <div role="status">
        {waiting > 0 && (
          <Note tone={reason === null ? 'green' : 'yellow'}>
            <p className="font-medium">
              {waiting === 1
                ? '1 mensaje espera en la cola'
                : `${waiting.toLocaleString('en-US')} mensajes esperan en la cola`}
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
      <Surface className="px-4 py-3">
        <h2 className="font-semibold text-card">Mensajes de hoy</h2>
        <dl className="mt-2 grid grid-cols-3 gap-x-4 gap-y-2 @min-[672px]/page:grid-cols-9">
          {messageStates.map((state) => (
            <div key={state} className="min-w-0">
              <dt className="truncate text-help text-muted" title={stateLabel(state)}>
                {stateLabel(state)}
              </dt>
              <dd
                className={
                  today[state] === 0 ? 'text-card text-muted tabular-nums' : 'font-semibold text-card tabular-nums'
                }
              >
                {today[state].toLocaleString('en-US')}
              </dd>
            </div>
          ))}
        </dl>
      </Surface>
    </div>
  )
}
