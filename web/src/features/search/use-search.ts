import type { Api } from '@casillero/shared/contract/api'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { useScanField } from '../../ui/forms/use-scan-field.ts'
import { buildClientGroup, groupFound, namedRow, recentRow, type SearchGroup, type SearchRow } from './found-rows.ts'
import { addRecent, clearRecents, readRecents } from './recents.ts'

const pauseMs = 120
/** Milliseconds. On a busy phone, a scan's Enter may come late after its last character. */
const scanPauseMs = 1_000

type Reply = Api['GET /api/search']['reply']

const readFound = (q: string) => read('GET /api/search', { query: { q } })

/** Follows the field: what is typed, and what is searched for. */
function useTyping(input: RefObject<HTMLInputElement | null>) {
  const queries = useQueryClient()
  const timer = useRef(0)
  /** The page's delay in handling keys, in milliseconds; the next key may be as late. */
  const lag = useRef(0)
  const isScan = useScanField(input)
  const [text, setText] = useState('')
  /** The text being searched; follows the field after a pause. */
  const [asked, setAsked] = useState('')
  /** A text entered before its rows arrived. The rows are shown only if it names more than one thing. */
  const [hurried, setHurried] = useState<string>()
  const wanted = useRef<string>(undefined)

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      wanted.current = undefined
    },
    [],
  )

  const ask = (next: string) => {
    clearTimeout(timer.current)
    setHurried(undefined)
    wanted.current = undefined
    setAsked(next)
  }
  const type = (typed: string) => {
    setText(typed)
    setHurried(undefined)
    wanted.current = undefined
    clearTimeout(timer.current)
    const pause = lag.current + (isScan() ? scanPauseMs : pauseMs)
    timer.current = window.setTimeout(() => ask(typed.trim()), typed.trim() === '' ? 0 : pause)
  }
  const hurry = async (whole: string, settle: (reply: Reply | undefined) => void) => {
    clearTimeout(timer.current)
    // Selected, because the next scan is another search.
    input.current?.select()
    wanted.current = whole
    setHurried(whole)
    const reply = await queries.fetchQuery(readFound(whole)).catch(() => undefined)
    // The user typed on, closed the dialog, or pressed Enter again.
    if (wanted.current !== whole) return
    wanted.current = undefined
    settle(reply)
  }
  const noteLag = (event: KeyboardEvent) => {
    lag.current = Math.max(performance.now() - event.timeStamp, 0)
  }
  return { text, setText, type, asked, ask, isHurried: hurried !== undefined, hurry, isScan, noteLag }
}

/** What is listed, and which row Enter opens. */
function useShown(text: string, asked: string) {
  const may = useMay()
  const { user } = useSignedIn()
  const [recents, setRecents] = useState(() => readRecents(user.id))
  const [chosen, setChosen] = useState({ of: '', at: 0 })
  const query = useQuery({ ...readFound(asked), enabled: asked !== '', placeholderData: keepPreviousData })

  const found = asked === '' ? undefined : query.data?.data
  const isStale = asked !== text.trim() || (asked !== '' && query.isPlaceholderData)
  const hits: readonly SearchGroup[] = found === undefined ? [] : groupFound(found, asked)
  const isIdle = asked === '' || (found === undefined && !query.isError)
  const groups = isIdle ? startGroups(recents.map(recentRow), may('invoices.write'), may('cash.read')) : hits
  const rows = groups.flatMap((group) => group.rows)
  const listed = query.isPlaceholderData ? chosen.of : asked
  const active = Math.min(chosen.of === listed ? chosen.at : 0, rows.length - 1)
  return {
    groups,
    rows,
    active,
    move: (step: number) => setChosen({ of: listed, at: (active + step + rows.length) % Math.max(rows.length, 1) }),
    shownFor: isIdle ? '' : asked,
    isKnown: found !== undefined && !isStale,
    isStale,
    isIdle,
    isFetching: query.isFetching && asked !== '',
    /** Undefined without a failure. */
    retry: query.isError && !isIdle ? () => void query.refetch() : undefined,
    hasFailed: query.isError,
    forgetRecents:
      isIdle && recents.length > 0
        ? () => {
            clearRecents()
            setRecents([])
          }
        : undefined,
  }
}

export function useSearch(input: RefObject<HTMLInputElement | null>, onClose: () => void) {
  const mayBill = useMay()('invoices.write')
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const { text, setText, type, asked, ask, isHurried, hurry, isScan, noteLag } = useTyping(input)
  const shown = useShown(text, asked)
  const { rows, active, isStale, hasFailed } = shown

  const open = (row: SearchRow, to = row.to) => {
    if (row.recent !== undefined) addRecent(user.id, row.recent)
    // Replaces the dialog's own step in the history.
    void navigate(to, { replace: true, ...(row.isOver && to === row.to ? { state: { step: 1 } } : {}) })
    onClose()
  }
  const bill = (row: SearchRow | undefined) => {
    if (row?.icon === 'client') open(row, `/facturar?cliente=${row.key}`)
  }
  const prioritise = (whole: string, isBill = false) =>
    hurry(whole, (reply) => {
      const named = reply && namedRow(isBill ? buildClientGroup(reply.data) : reply.data, whole)
      if (named === undefined) ask(whole)
      else if (isBill) bill(named)
      else open(named)
    })
  const enter = (whole: string, isScanned: boolean) => {
    const row = rows[active]
    if (whole !== '' && (isScanned || (isStale && !hasFailed))) void prioritise(whole)
    else if (shown.retry !== undefined) shown.retry()
    else if (row !== undefined) open(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    noteLag(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined) shown.move(step)
    else if (event.key === 'Escape') onClose()
    else if (event.ctrlKey || event.metaKey) {
      if (mayBill && isStale) void prioritise(text.trim(), true)
      else if (mayBill) bill(rows[active])
    } else enter(event.currentTarget.value.trim(), isScan())
  }
  /** Handles a code from the camera. */
  const film = (code: string) => {
    setText(code)
    void prioritise(code)
  }
  return { ...shown, mayBill, text, type, onKeyDown, film, open, isBusy: isHurried || shown.isFetching }
}

/** Shown before anything is typed. */
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
