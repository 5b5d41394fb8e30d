import type { Message } from '@casillero/shared/contract/messages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { MessageActions, MessageIcons } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { findReason, findRefusal, isActionable, packageNumbers } from './message-facts.ts'
import { MessageBadge } from './message-state.tsx'

export type Resend = ((message: Message) => void) | undefined

/** A number that is no client's leads nowhere. */
function RecipientName({ message: { clientId, clientName }, className }: { message: Message; className?: string }) {
  if (clientId === null) return <span className={className}>{clientName}</span>
  return (
    <Link to={`/clients/${clientId}`} className={cx(className, 'hover:underline')} title={clientName}>
      {clientName}
    </Link>
  )
}

const columns: readonly Column<Message>[] = [
  {
    header: 'Cuándo',
    order: 'createdAt',
    width: 116,
    cell: ({ createdAt }) => {
      const [day, time] = formatDateTime(createdAt).split(', ')
      return (
        <time dateTime={createdAt} className="tabular-nums">
          {day}
          <span className="block text-help text-muted">{time}</span>
        </time>
      )
    },
  },
  {
    header: 'Cliente',
    width: 208,
    cell: (message) => (
      <>
        <RecipientName message={message} className="block truncate font-medium" />
        <p className="flex items-center gap-2 text-help text-muted">
          {message.casillero !== null && <Tag>{message.casillero}</Tag>}
          <span className="truncate tabular-nums">{formatPhone(message.phone)}</span>
        </p>
      </>
    ),
  },
  {
    header: 'Mensaje',
    cell: (message) => (
      <div className="whitespace-normal">
        <Subject message={message} isOneLine />
        <MessageBody body={message.body} isOneLine />
      </div>
    ),
  },
  {
    header: 'Estado',
    width: 232,
    cell: (message) => (
      <div className="grid justify-items-start gap-0.5">
        <MessageBadge state={message.state} />
        <Reason message={message} isOneLine />
      </div>
    ),
  },
]

/** Icons where any of these messages offers something. */
export function messageColumns(messages: readonly Message[], onAct: Resend): readonly Column<Message>[] {
  if (onAct === undefined || !messages.some(isActionable)) return columns
  const cell = (message: Message) => <MessageIcons message={message} onAct={onAct} />
  return [...columns, { header: 'Acciones', width: 118, align: 'end', cell }]
}

type MessageCardProps = { message: Message; onAct: Resend; isOfOneClient: boolean }

export function MessageCard({ message, onAct, isOfOneClient }: MessageCardProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MessageBadge state={message.state} />
        <span className="ml-auto text-help text-muted">
          <When message={message} />
        </span>
      </div>
      {!isOfOneClient && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-semibold text-body">
          <RecipientName message={message} />
          {message.casillero !== null && <Tag>{message.casillero}</Tag>}
        </p>
      )}
      <div>
        <Subject message={message} />
        <MessageBody body={message.body} />
      </div>
      <Reason message={message} />
      <MessageActions message={message} onAct={onAct} />
    </div>
  )
}

const When = ({ message: { createdAt } }: { message: Message }) => (
  <time dateTime={createdAt} className="tabular-nums">
    {formatDateTime(createdAt)}
  </time>
)

type LineProps = { message: Message; isOneLine?: true }

function Subject({ message, isOneLine }: LineProps) {
  const numbers = packageNumbers(message)
  return (
    <p className={cx('text-body', isOneLine ? 'truncate' : 'break-words')}>
      <span className="font-medium">{message.templateTitle}</span>
      {numbers !== '' && <span className="text-muted tabular-nums"> · {numbers}</span>}
    </p>
  )
}

/** Whole while the message beside it is open. */
function Reason({ message, isOneLine }: LineProps) {
  const reasons = [findReason(message), findRefusal(message)].filter((reason) => reason !== undefined)
  if (reasons.length === 0) return null
  const text = reasons.join('. ')
  const oneLine = 'max-w-full truncate [tr:has([open])_&]:whitespace-normal'
  return (
    <p {...(isOneLine && { title: text })} className={cx('text-help text-muted', isOneLine ? oneLine : 'break-words')}>
      {text}
    </p>
  )
}
