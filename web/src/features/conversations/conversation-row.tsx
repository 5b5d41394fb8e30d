import type { Conversation } from '@casillero/shared/contract/conversations'
import { BellOff, FileText, Image, type LucideIcon, Mic, ReceiptText, UserPlus, Users, Video } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { findMark, formatLast, formatName, formatWhen, type Mark } from './conversation-texts.ts'

const marks: Record<Mark, { tone: Tone; icon: LucideIcon; label: string }> = {
  optOut: { tone: 'yellow', icon: BellOff, label: '¿Baja?' },
  voucher: { tone: 'blue', icon: ReceiptText, label: 'Comprobante' },
  newNumber: { tone: 'purple', icon: UserPlus, label: 'Número nuevo' },
  shared: { tone: 'yellow', icon: Users, label: 'De varios clientes' },
}

const kindIcons: Partial<Record<Conversation['last']['kind'], LucideIcon>> = {
  picture: Image,
  document: FileText,
  audio: Mic,
  video: Video,
}

type RowProps = { row: Conversation; unread: number; isOpen: boolean; isNarrow: boolean }

/** What asks for a decision stands out. */
export function ConversationRow({ row, unread, isOpen, isNarrow }: RowProps) {
  const { pathname, search } = useLocation()
  const KindIcon = kindIcons[row.last.kind]
  const mark = findMark(row)
  return (
    <Link
      to={{ pathname: `/conversaciones/${row.id}`, search }}
      // On a phone Back leads to the list.
      replace={!isNarrow && pathname !== '/conversaciones'}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className="block px-3.5 py-2.5 hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
    >
      <span className="flex items-baseline gap-2">
        <span className="line-clamp-2 min-w-0 flex-1 break-words font-semibold text-body">{formatName(row)}</span>
        <time
          dateTime={row.lastIncomingAt}
          className={cx(
            'shrink-0 text-label tabular-nums',
            unread > 0 ? 'font-semibold text-primary-text' : 'text-muted',
          )}
        >
          {formatWhen(row.lastIncomingAt)}
        </time>
      </span>
      <span className="mt-0.5 flex min-h-5 items-center gap-2">
        {KindIcon && <KindIcon size={15} className="shrink-0 text-muted" aria-hidden="true" />}
        <span className="min-w-0 flex-1 truncate text-label">{formatLast(row.last)}</span>
        {unread > 0 && (
          <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1 font-semibold text-[12px] text-primary-fg tabular-nums leading-none">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">{unread === 1 ? '1 nuevo' : `${unread} nuevos`}</span>
          </span>
        )}
      </span>
      {mark && (
        <span className="mt-1.5 flex">
          <MarkBadge mark={mark} />
        </span>
      )}
    </Link>
  )
}

function MarkBadge({ mark }: { mark: Mark }) {
  const { tone, icon: Icon, label } = marks[mark]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}
