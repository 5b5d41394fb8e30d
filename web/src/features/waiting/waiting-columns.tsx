import type { WaitingClient } from '@casillero/shared/contract/waiting'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { Link } from 'react-router'
import { daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { reminderText } from '../cash/debt-texts.ts'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages, NoMessagesSign } from '../clients/no-messages.tsx'

const linkPage = ({ id }: WaitingClient): string => `/clients/${id}?tab=paquetes`

const Dash = () => (
  <span className="text-muted" aria-hidden="true">
    —
  </span>
)

const stepColumns = ageSteps.map(
  ({ label }, step): Column<WaitingClient> => ({
    header: label,
    width: 88,
    align: 'end',
    cell: ({ byAge }) => (byAge[step] ? <span className="tabular-nums">{byAge[step]}</span> : <Dash />),
  }),
)

export const waitingColumns: readonly Column<WaitingClient>[] = [
  {
    header: 'Cliente',
    cell: (client) => {
      const note = reminderText(client)
      return (
        <div className="py-1.5">
          <span className="flex items-center gap-2">
            <Link to={linkPage(client)} className="wrap-anywhere font-medium hover:underline" title={fullName(client)}>
              {fullName(client)}
            </Link>
            {!client.messagesAllowed && <NoMessagesSign />}
          </span>
          <span className="block wrap-anywhere text-help text-muted">{client.casillero}</span>
          {note !== undefined && <span className="block wrap-anywhere text-help text-muted">{note}</span>}
        </div>
      )
    },
  },
  {
    header: 'Espera',
    width: 80,
    cell: ({ days }) => <span className={cx(isLong(days) && 'font-semibold')}>{daysText(days)}</span>,
  },
  ...stepColumns,
  {
    header: 'Paquetes',
    width: 84,
    align: 'end',
    cell: ({ count }) => <span className="font-semibold tabular-nums">{count}</span>,
  },
  {
    header: 'Peso',
    width: 96,
    align: 'end',
    cell: ({ weight }) => <span className="tabular-nums">{formatWeight(weight)}</span>,
  },
]

export function WaitingCard({ client }: { client: WaitingClient }) {
  const note = reminderText(client)
  return (
    <>
      <p className="break-words pr-10 font-semibold text-body">{fullName(client)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2 pr-10 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className={cx(isLong(client.days) && 'font-semibold')}>{daysText(client.days)}</span>
        {!client.messagesAllowed && <NoMessages />}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-body">
        <span className="font-semibold">{client.count === 1 ? '1 paquete' : `${client.count} paquetes`}</span>
        <span className="tabular-nums">{formatWeight(client.weight)}</span>
      </p>
      {ageSteps.map(({ label }, step) =>
        client.byAge[step] ? (
          <p key={label} className="flex justify-between gap-3 text-help text-muted">
            <span>{label}</span>
            <span className="tabular-nums">{client.byAge[step]}</span>
          </p>
        ) : null,
      )}
      {note !== undefined && <p className="mt-1 text-help text-muted">{note}</p>}
    </>
  )
}
