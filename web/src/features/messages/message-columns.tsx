import type { Message } from '@casillero/shared/contract/messages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatSpans } from '@casillero/shared/domain/message-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { ExternalLink, RotateCw, X } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useTooltip } from '../../ui/controls/tooltip.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { FormattedText } from './formatted-text.tsx'
import { findReason, findRefusal, handLink, isActionable, isResendable, packageNumbers } from './message-facts.ts'
import { MessageBadge } from './message-state.tsx'

export type Resend = ((message: Message) => void) | undefined

/** A number without a client has no link. */
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

/** Adds icons if any of these messages can be acted on. */
export function messageColumns(messages: readonly Message[], onAct: Resend): readonly Column<Message>[] {
  if (onAct === undefined || !messages.some(isActionable)) return columns
  const cell = (message: Message) => <MessageIcons message={message} onAct={onAct} />
  return [...columns, { header: 'Acciones', width: 118, align: 'end', cell }]
}

type MessageCardProps = { message: Message; onAct: Resend; isOfOneClient: boolean }

export function MessageCard({ message, onAct, isOfOneClient }: MessageCardProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
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

/** Shown in full while the message beside it is open. */
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

type MessageBodyProps = {
  body: string
  /** For a table row. */
  isOneLine?: true
}

/** Shows the rest on demand. */
function MessageBody({ body, isOneLine }: MessageBodyProps) {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (!isOneLine && lines.length === 1 && body.length <= 120) {
    return <FormattedText text={body} className="text-[13px] text-muted leading-5" />
  }
  return (
    <details className="group">
      <summary
        className={cx(
          'cursor-pointer list-none rounded-sm text-[13px] leading-5 [&::-webkit-details-marker]:hidden',
          isOneLine && 'flex items-center gap-2',
        )}
      >
        <span
          className={cx('text-muted group-open:hidden', isOneLine ? 'min-w-0 truncate' : 'line-clamp-2 break-words')}
        >
          {formatSpans(lines.join(' ')).map(({ text }) => text)}
        </span>
        <span className="inline-flex min-h-6 shrink-0 items-center font-medium text-primary-text pointer-coarse:min-h-11">
          <span className="group-open:hidden">Ver mensaje</span>
          <span className="hidden group-open:inline">Ocultar mensaje</span>
        </span>
      </summary>
      <FormattedText
        text={body}
        className="mb-1 rounded-md border border-green-line bg-green-soft px-3 py-2 text-[13px] leading-5"
      />
    </details>
  )
}

type MessageActionsProps = { message: Message; onAct: ((message: Message) => void) | undefined }

function MessageActions({ message, onAct }: MessageActionsProps) {
  if (onAct === undefined) return null
  const link = handLink(message)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {message.state === 'queued' && (
        <Button size="sm" icon={<X size={14} aria-hidden="true" />} onClick={() => onAct(message)}>
          Cancelar envío<span className="sr-only"> a {message.clientName}</span>
        </Button>
      )}
      {isResendable(message) && (
        <Button size="sm" icon={<RotateCw size={14} aria-hidden="true" />} onClick={() => onAct(message)}>
          Reenviar<span className="sr-only"> a {message.clientName}</span>
        </Button>
      )}
      {link !== undefined && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-8 items-center gap-1.5 font-medium text-label text-primary-text hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
        >
          <ExternalLink size={14} aria-hidden="true" />
          Abrir en WhatsApp<span className="sr-only"> para {message.clientName}</span>
        </a>
      )}
    </span>
  )
}

function MessageIcons({ message, onAct }: { message: Message; onAct: (message: Message) => void }) {
  const { clientName, state } = message
  const link = handLink(message)
  return (
    <span className="flex min-h-11 items-center justify-end gap-0.5">
      {link !== undefined && <HandIcon link={link} label={`Abrir en WhatsApp para ${clientName}`} />}
      {state === 'queued' && (
        <IconButton
          label={`Cancelar envío a ${clientName}`}
          icon={<X size={17} aria-hidden="true" />}
          onClick={() => onAct(message)}
        />
      )}
      {isResendable(message) && (
        <IconButton
          label={`Reenviar a ${clientName}`}
          icon={<RotateCw size={17} aria-hidden="true" />}
          onClick={() => onAct(message)}
        />
      )}
    </span>
  )
}

function HandIcon({ link, label }: { link: string; label: string }) {
  const { handlers, bubble } = useTooltip(label)
  return (
    <>
      <a
        {...handlers}
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        className="grid size-(--icon-btn) shrink-0 place-items-center rounded-md text-muted transition-colors duration-120 hover:bg-surface-3 hover:text-fg"
      >
        <ExternalLink size={17} aria-hidden="true" />
      </a>
      {bubble}
    </>
  )
}
