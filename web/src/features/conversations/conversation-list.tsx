import type { Conversation, ConversationState } from '@casillero/shared/contract/conversations'
import {
  BellOff,
  CheckCheck,
  CircleAlert,
  FileText,
  Image,
  type LucideIcon,
  Mic,
  ReceiptText,
  UserCheck,
  UserPlus,
  Users,
  Video,
} from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Highlight } from '../../ui/display/highlight.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { findMark, formatLast, formatName, formatWhen, type Mark } from './conversation-texts.ts'
import { countUnread, useNotes } from './device-notes.ts'
import type { ListOfConversations } from './use-list.ts'
import { listId, takesBox, writeAssigned } from './waiting-walk.ts'

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

/** Highlights a row that asks for a decision. */
function ConversationRow({ row, unread, isOpen, isNarrow }: RowProps) {
  const { pathname, search } = useLocation()
  const { user } = useSignedIn()
  const isUnsent = useNotes(({ outgoing }) => outgoing[row.id]?.some(({ problem }) => problem !== undefined) === true)
  const { hit } = row
  const words = new URLSearchParams(search).get('search') ?? ''
  const KindIcon = kindIcons[row.last.kind]
  const mark = findMark(row)
  return (
    <Link
      to={{ pathname: `/conversaciones/${row.id}`, search }}
      // On a phone Back leads to the list.
      replace={!isNarrow && pathname !== '/conversaciones'}
      preventScrollReset
      state={isNarrow ? undefined : takesBox}
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
        {KindIcon && hit === null && <KindIcon size={15} className="shrink-0 text-muted" aria-hidden="true" />}
        <span className="min-w-0 flex-1 truncate text-label">
          {hit === null ? formatLast(row.last) : <Highlight text={hit.text} search={words} />}
        </span>
        {unread > 0 && (
          <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1 font-semibold text-[12px] text-primary-fg tabular-nums leading-none">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">{unread === 1 ? '1 nuevo' : `${unread} nuevos`}</span>
          </span>
        )}
      </span>
      {(mark || row.assignee !== null || isUnsent) && (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          {isUnsent && (
            <Badge tone="red" icon={<CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />}>
              Sin enviar
            </Badge>
          )}
          {mark && <MarkBadge mark={mark} />}
          {row.assignee !== null && (
            <Badge tone="grey" icon={<UserCheck size={12} strokeWidth={2.25} aria-hidden="true" />}>
              {row.assignee.id === user.id ? 'Para usted' : `Para ${row.assignee.name}`}
            </Badge>
          )}
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

/** Keeps the old row where one has left the list. */
export const keepOrder = (shown: readonly Conversation[], rows: readonly Conversation[]): Conversation[] =>
  shown.map((row) => rows.find(({ id }) => id === row.id) ?? row)

/** Counts rows that are new or moved up because the client wrote again. */
export function countFresh(shown: readonly Conversation[], rows: readonly Conversation[]): number {
  const isIn = (some: readonly Conversation[], row: Conversation) => some.some(({ id }) => id === row.id)
  const before = shown.filter((row) => isIn(rows, row))
  const now = rows.filter((row) => isIn(shown, row))
  const hasMoved = ({ id, lastIncomingAt }: Conversation, at: number) => {
    const place = before.findIndex((row) => row.id === id)
    return place !== at && before[place]?.lastIncomingAt !== lastIncomingAt
  }
  return rows.length - now.length + now.filter(hasMoved).length
}

/** While held, rows do not move, so that a click hits the intended one. A further page is shown at once. */
function useSteadyRows(rows: readonly Conversation[], isHeld: boolean, pages: number) {
  const [shown, setShown] = useState(rows)
  const [shownPages, setShownPages] = useState(pages)
  if (shownPages !== pages) setShownPages(pages)
  if ((!isHeld || shownPages !== pages) && shown !== rows) setShown(rows)
  return {
    rows: isHeld ? keepOrder(shown, rows) : rows,
    fresh: isHeld ? countFresh(shown, rows) : 0,
    refresh: () => setShown(rows),
  }
}

const views: { value: ConversationState; label: string }[] = [
  { value: 'waiting', label: 'Por atender' },
  { value: 'attended', label: 'Atendidas' },
  { value: 'all', label: 'Todas' },
]

type ListProps = { list: ListOfConversations; openId: string | undefined; isNarrow: boolean }

/** Lists the conversations of a view, unread ones first. */
export function ConversationList({ list, openId, isNarrow }: ListProps) {
  const { state, view, assigned, search, query, counts, rows } = list
  const mine = counts?.mine ?? 0
  return (
    <section aria-label="Lista de conversaciones" className={cx('flex min-h-0 flex-col', isNarrow && 'flex-1 gap-3')}>
      <div className={cx('grid shrink-0 gap-2', isNarrow ? 'gap-3' : 'border-line border-b p-3')}>
        <SearchBox
          label="Nombre, teléfono o texto"
          value={state.search}
          busy={query.isLoading && search !== ''}
          onSearch={state.setSearch}
          leaves="?"
        />
        <Segmented
          label="Vista"
          isLabelHidden
          className="[&_label]:px-1.5"
          choices={views}
          radio={(value) => ({
            name: 'vista',
            checked: value === view,
            onChange: () => state.setValue('vista', value === 'waiting' ? null : value),
          })}
        />
        <Segmented
          label="Para quién"
          isLabelHidden
          className="[&_label]:px-1.5"
          choices={[
            { value: 'all', label: 'De todos' },
            { value: 'me', label: mine > 0 ? `Mías (${mine})` : 'Mías' },
            { value: 'none', label: 'Sin asignar' },
          ]}
          radio={(value) => ({
            name: 'para',
            checked: value === (assigned ?? 'all'),
            onChange: () => state.setValue('para', writeAssigned(value === 'all' ? undefined : value)),
          })}
        />
      </div>
      <div
        className={cx(
          'relative min-h-0 overflow-y-auto overscroll-contain',
          isNarrow ? 'rounded-lg border border-line bg-surface' : 'flex-1',
        )}
      >
        {rows === undefined ? (
          query.isError ? (
            <ErrorState title="Error al cargar las conversaciones" onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={8} height={56} isTable={false} label="Cargando conversaciones..." />
          )
        ) : rows.length === 0 ? (
          <NoRows list={list} />
        ) : (
          <>
            {/* The key makes a new list for each view, filter and search. */}
            <Rows
              key={`${view} ${assigned} ${search}`}
              all={rows}
              pages={list.pages}
              openId={openId}
              isNarrow={isNarrow}
            />
            <More list={list} />
          </>
        )}
      </div>
      {counts !== undefined && counts.answered > 0 && (
        <Foot answered={counts.answered} isNarrow={isNarrow} onShow={() => state.setValue('vista', 'attended')} />
      )}
    </section>
  )
}

function Foot({ answered, isNarrow, onShow }: { answered: number; isNarrow: boolean; onShow: () => void }) {
  if (!isNarrow)
    return (
      <p className="shrink-0 border-line border-t px-3.5 py-2 text-label text-muted">
        {`Las demás se contestaron solas: ${answered} hoy`}
      </p>
    )
  return (
    <p className="-mt-1 flex shrink-0 flex-wrap items-center px-1 text-label text-muted">
      {answered === 1 ? '1 más se contestó sola hoy.' : `${answered} más se contestaron solas hoy.`}
      <Button variant="link" size="sm" className="px-1!" onClick={onShow}>
        Verlas
      </Button>
    </p>
  )
}

function NoRows({ list: { state, view, assigned, search, counts } }: { list: ListOfConversations }) {
  if (search !== '')
    return (
      <EmptyState title={`Nada coincide con «${search}».`}>
        <Button onClick={() => state.setSearch('')}>Limpiar búsqueda</Button>
      </EmptyState>
    )
  if (assigned !== undefined)
    return (
      <EmptyState title={assigned === 'me' ? 'Nada es para usted' : 'Nada sin asignar'}>
        <Button onClick={() => state.setValue('para', null)}>Ver las de todos</Button>
      </EmptyState>
    )
  if (view !== 'waiting')
    return (
      <EmptyState
        title={view === 'attended' ? 'No hay conversaciones atendidas' : 'No hay conversaciones'}
        hint="Aquí aparece lo que los clientes escriben al WhatsApp de la empresa."
      />
    )
  const answered = counts?.answered ?? 0
  return (
    <EmptyState
      icon={<CheckCheck size={20} />}
      title="Todo atendido"
      hint={
        answered === 0 ? undefined : `Hoy se ${answered === 1 ? 'contestó sola' : 'contestaron solas'} ${answered}.`
      }
    />
  )
}

/** ↑ and ↓ move between rows. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links[links.findIndex((link) => link.matches(':focus')) + step]
  event.preventDefault()
  next?.focus()
}

function More({ list: { left, isLoadingMore, isMoreLost, showMore } }: { list: ListOfConversations }) {
  if (left === 0 && !isMoreLost) return null
  return (
    <p className="grid gap-1 border-line border-t p-2">
      {isMoreLost && (
        <span role="alert" className="px-1.5 text-danger-text text-help">
          No se pudieron cargar las demás.
        </span>
      )}
      <Button variant="link" busy={isLoadingMore} busyLabel="Cargando..." onClick={showMore}>
        {`Ver más (${left.toLocaleString('es-NI')})`}
      </Button>
    </p>
  )
}

type RowsProps = { all: readonly Conversation[]; pages: number; openId: string | undefined; isNarrow: boolean }

function Rows({ all, pages, openId, isNarrow }: RowsProps) {
  const seen = useNotes((notes) => notes.seen)
  const [isFocused, setIsFocused] = useState(false)
  const [isUnderHand, setIsUnderHand] = useState(false)
  // The open one keeps its place, so that Escape and ↓ lead to its neighbour.
  const [opened, setOpened] = useState<{ id: string | undefined; isUnread: boolean }>()
  if (opened?.id !== openId) {
    const row = all.find(({ id }) => id === openId)
    setOpened({ id: openId, isUnread: row !== undefined && countUnread(row, seen[row.id]) > 0 })
  }
  const ordered = useMemo(() => {
    const isUnread = (row: Conversation) =>
      Number(row.id === opened?.id ? opened.isUnread : countUnread(row, seen[row.id]) > 0)
    return all.toSorted((one, other) => isUnread(other) - isUnread(one))
  }, [all, seen, opened])
  const { rows, fresh, refresh } = useSteadyRows(ordered, isFocused || isUnderHand, pages)
  return (
    <>
      <p role="status" className="sticky top-0 z-5">
        {fresh > 0 && (
          <Button variant="primary" size="sm" className="m-2 w-[calc(100%-16px)]" onClick={refresh}>
            {fresh === 1 ? '1 nueva' : `${fresh} nuevas`}
          </Button>
        )}
      </p>
      <ul
        aria-label="Conversaciones"
        id={listId}
        className="divide-y divide-line"
        onKeyDown={moveFocus}
        onFocus={() => setIsFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) => setIsFocused(currentTarget.contains(relatedTarget))}
        onPointerEnter={({ pointerType }) => setIsUnderHand(pointerType === 'mouse')}
        onPointerLeave={() => setIsUnderHand(false)}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <ConversationRow
              row={row}
              unread={row.id === openId ? 0 : countUnread(row, seen[row.id])}
              isOpen={row.id === openId}
              isNarrow={isNarrow}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
