import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../lib/api.ts'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { createBurstReader, isScan } from '../../ui/forms/scan.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { buildClientGroup, groupFound, namedRow, recentRow, type SearchGroup, type SearchRow } from './found-rows.ts'
import { addRecent, clearRecents, readRecents } from './recents.ts'
import { Key, SearchKeys } from './search-keys.tsx'
import { SearchList } from './search-list.tsx'

const pauseMs = 120
/** A scan ends with Enter, which a busy phone may take later than its last character. */
const scanPauseMs = 1_000
const listId = 'search-found'
const longest = 100

const readFound = (q: string) => read('GET /api/search', { query: { q } })

/** Finds a client, a package, an invoice or a shipment, and goes there. docs/product/screens.md, "Buscar". */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const mayBill = may('invoices.write')
  const hasKeys = useMedia('(min-width: 768px) and (pointer: fine)')
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const burst = useRef('')
  const [readBurst] = useState(createBurstReader)
  const [text, setText] = useState('')
  const [isFilming, setIsFilming] = useState(false)
  /** The text that the rows are asked for: it follows the field after a pause. */
  const [asked, setAsked] = useState('')
  /** Entered before its rows were there, as a scanner does it: they are drawn only if they name more than one thing. */
  const [hurried, setHurried] = useState<string>()
  const wanted = useRef<string>(undefined)
  const [recents, setRecents] = useState(() => readRecents(user.id))
  const [chosen, setChosen] = useState({ of: '', at: 0 })
  const query = useQuery({ ...readFound(asked), enabled: asked !== '', placeholderData: keepPreviousData })

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      wanted.current = undefined
    },
    [],
  )

  const found = asked === '' ? undefined : query.data?.data
  const isStale = asked !== text.trim() || (asked !== '' && query.isPlaceholderData)
  const shown: readonly SearchGroup[] = found === undefined ? [] : groupFound(found, asked)
  const isIdle = asked === '' || (found === undefined && !query.isError)
  const groups = isIdle ? startGroups(recents.map(recentRow), mayBill, may('cash.read')) : shown
  const rows = groups.flatMap((group) => group.rows)
  const listed = query.isPlaceholderData ? chosen.of : asked
  const active = Math.min(chosen.of === listed ? chosen.at : 0, rows.length - 1)

  const open = (row: SearchRow, to = row.to) => {
    if (row.recent !== undefined) addRecent(user.id, row.recent)
    // Takes the place of the dialog's own step in the history.
    void navigate(to, { replace: true, ...(row.isOver && to === row.to ? { state: { step: 1 } } : {}) })
    onClose()
  }
  const ask = (next: string) => {
    clearTimeout(timer.current)
    setHurried(undefined)
    wanted.current = undefined
    setAsked(next)
  }
  const type = (typed: string) => {
    // A scan replaces what stands there, at whose end the cursor is.
    const next = isScan(burst.current) && typed === asked + burst.current ? burst.current : typed
    setText(next)
    setHurried(undefined)
    wanted.current = undefined
    clearTimeout(timer.current)
    const pause = isScan(burst.current) ? scanPauseMs : pauseMs
    timer.current = window.setTimeout(() => ask(next.trim()), next.trim() === '' ? 0 : pause)
  }
  const prioritise = async (whole: string, isBill = false) => {
    clearTimeout(timer.current)
    wanted.current = whole
    setHurried(whole)
    const reply = await queries.fetchQuery(readFound(whole)).catch(() => undefined)
    // Typed on or closed in the meantime, or answered by a second Enter.
    if (wanted.current !== whole) return
    wanted.current = undefined
    const named = reply && namedRow(isBill ? buildClientGroup(reply.data) : reply.data, whole)
    if (named !== undefined) return isBill ? bill(named) : open(named)
    ask(whole)
    // The next scan is another search.
    input.current?.select()
  }
  const enter = (whole: string, isScanned: boolean) => {
    const row = rows[active]
    if (whole !== '' && (isScanned || (isStale && !query.isError))) void prioritise(whole)
    else if (query.isError && !isIdle) void query.refetch()
    else if (row !== undefined) open(row)
  }
  const bill = (row: SearchRow | undefined) => {
    if (row?.icon === 'client') open(row, `/facturar?cliente=${row.key}`)
  }
  const move = (step: number) => setChosen({ of: listed, at: (active + step + rows.length) % Math.max(rows.length, 1) })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    burst.current = readBurst(event.nativeEvent)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined) move(step)
    else if (event.key === 'Escape') onClose()
    else if (event.ctrlKey || event.metaKey) {
      if (mayBill && isStale) void prioritise(text.trim(), true)
      else if (mayBill) bill(rows[active])
    } else enter(event.currentTarget.value.trim(), isScan(burst.current))
  }
  const isBusy = hurried !== undefined || (query.isFetching && asked !== '')
  return (
    <Dialog
      title="Buscar"
      size="palette"
      shape="palette"
      firstFocus="[role=combobox]"
      onClose={onClose}
      footer={hasKeys ? <SearchKeys mayBill={mayBill} /> : undefined}
    >
      <div className="flex shrink-0 items-center gap-3 border-line border-b py-2 pr-3 pl-4">
        <span className="grid size-[17px] shrink-0 place-items-center text-muted">
          {isBusy ? <Spinner /> : <Search size={17} aria-hidden="true" />}
        </span>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Buscar clientes, paquetes, facturas y embarques"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] === undefined ? undefined : `${listId}-${active}`}
          inputMode="search"
          enterKeyHint="search"
          placeholder="Nombre, casillero, tracking o número..."
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={releaseKeys}
          className="min-h-10 min-w-0 flex-1 bg-transparent text-input focus-visible:outline-none"
        />
        {!hasKeys && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
        <Button variant="ghost" size="sm" aria-label="Cerrar (Esc)" onClick={onClose}>
          {hasKeys ? <Key>Esc</Key> : <X size={20} aria-hidden="true" />}
        </Button>
      </div>
      {isFilming && (
        <DeferredCamera
          onCode={(code) => {
            setText(code)
            void prioritise(code)
          }}
          onClose={() => setIsFilming(false)}
        />
      )}
      {query.isError && !isIdle && (
        <div
          role="alert"
          className="flex items-center justify-between gap-3 bg-danger-soft px-4 py-2 text-body text-danger-text"
        >
          No se pudo buscar
          <Button size="sm" onClick={() => void query.refetch()}>
            Reintentar
          </Button>
        </div>
      )}
      {isIdle && recents.length > 0 && (
        <div className="flex shrink-0 items-center justify-between px-4 pt-2 text-help text-muted">
          Recientes
          <Button
            variant="link"
            size="sm"
            onClick={() => {
              clearRecents()
              setRecents([])
              input.current?.focus()
            }}
          >
            Borrar
          </Button>
        </div>
      )}
      <SearchList
        id={listId}
        groups={groups}
        active={active}
        search={isIdle ? '' : asked.replace('#', '')}
        isBusy={isStale}
        onOpen={open}
      />
      <p
        role="status"
        className={rows.length > 0 || isIdle || query.isError ? 'sr-only' : 'px-4 py-6 text-body text-muted'}
      >
        {statusText(found !== undefined && !isStale, countHits(rows), asked)}
      </p>
    </Dialog>
  )
}

/** The links to the lists with all of them are no hits. */
const countHits = (rows: readonly SearchRow[]): number => rows.filter(({ icon }) => icon !== 'more').length

function statusText(isKnown: boolean, count: number, search: string): string {
  if (!isKnown) return ''
  if (count === 0) return `Nada coincide con «${search}».`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

/** Builds the groups that stand there before anything is typed. */
function startGroups(recents: readonly SearchRow[], mayBill: boolean, maySeeCash: boolean): SearchGroup[] {
  const places: SearchRow[] = [
    ...(mayBill
      ? [{ key: 'bill', icon: 'invoice' as const, to: '/facturar', title: 'Facturar', text: 'Nueva factura' }]
      : []),
    ...(maySeeCash
      ? [{ key: 'cash', icon: 'cash' as const, to: '/caja', title: 'Caja', text: 'Turno y cierres' }]
      : []),
  ]
  const groups = [
    { title: '', rows: recents },
    { title: 'Ir a', rows: places },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}
