import type { Message } from '@casillero/shared/contract/messages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Column } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { packageNumbers, reasonOf, refusalOf } from './message-facts.ts'
import { MessageBadge } from './message-state.tsx'

export type Resend = ((message: Message) => void) | undefined

export const messageColumns = (onResend: Resend): readonly Column<Message>[] => [
  { header: 'Cuándo', width: 168, cell: (message) => <When message={message} /> },
  {
    header: 'Cliente',
    width: 204,
    cell: (message) => (
      <div className="whitespace-normal break-words">
        <span className="font-medium">{message.clientName}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-help text-muted">
          <Tag>{message.casillero}</Tag>
          <span className="tabular-nums">{formatPhone(message.phone)}</span>
        </span>
      </div>
    ),
  },
  {
    header: 'Mensaje',
    cell: (message) => (
      <div className="whitespace-normal">
        <Subject message={message} />
        <MessageBody body={message.body} />
      </div>
    ),
  },
  {
    header: 'Estado',
    width: 288,
    cell: (message) => (
      <div className="grid justify-items-start gap-1.5 whitespace-normal">
        <MessageBadge state={message.state} />
        <Reason message={message} />
        <MessageActions message={message} onResend={onResend} />
      </div>
    ),
  },
]

type MessageCardProps = { message: Message; onResend: Resend; isOfOneClient: boolean }

export function MessageCard({ message, onResend, isOfOneClient }: MessageCardProps) {
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
          {message.clientName}
          <Tag>{message.casillero}</Tag>
        </p>
      )}
      <div>
        <Subject message={message} />
        <MessageBody body={message.body} />
      </div>
      <Reason message={message} />
      <MessageActions message={message} onResend={onResend} />
    </div>
  )
}

const When = ({ message: { createdAt } }: { message: Message }) => (
  <time dateTime={createdAt} className="tabular-nums">
    {formatDateTime(createdAt)}
  </time>
)

function Subject({ message }: { message: Message }) {
  const numbers = packageNumbers(message)
  return (
    <p className="break-words text-body">
      <span className="font-medium">{message.templateTitle}</span>
      {numbers !== '' && <span className="text-muted tabular-nums"> · {numbers}</span>}
    </p>
  )
}

function Reason({ message }: { message: Message }) {
  const reasons = [reasonOf(message), refusalOf(message)].filter((reason) => reason !== undefined)
  if (reasons.length === 0) return null
  return <p className="break-words text-help text-muted">{reasons.join('. ')}</p>
}
