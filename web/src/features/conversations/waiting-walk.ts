import type { AssignedTo, Conversation } from '@casillero/shared/contract/conversations'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { requestList } from './conversation-calls.ts'

type List = { data: Conversation[] }
type Place = Pick<Conversation, 'id' | 'lastIncomingAt'>

function isBelow(row: Place, other: Place): boolean {
  const later = Date.parse(other.lastIncomingAt) - Date.parse(row.lastIncomingAt)
  return later === 0 ? row.id < other.id : later > 0
}

/**
 * The waiting conversation after or before the open one, in the order of the list; beyond the end begins anew. The open one may have left
 * the list.
 * @param rows newest first
 */
export function findWaiting<Row extends Place & Pick<Conversation, 'isWaiting'>>(
  rows: readonly Row[],
  open: Place | undefined,
  step: 1 | -1,
): Row | undefined {
  const others = rows.filter(({ id, isWaiting }) => isWaiting && id !== open?.id)
  const ordered = step === 1 ? others : others.toReversed()
  if (open === undefined) return ordered[0]
  return ordered.find((row) => isBelow(row, open) === (step === 1)) ?? ordered[0]
}

/** When a reply was taken, endless while it is on its way: a list that was loaded before still has its conversation. */
export const answeredAt = new Map<string, number>()

/** Who listens to it focuses the box. */
export const takesBox = { takesBox: true }

const words: Record<AssignedTo, string> = { me: 'mias', none: 'sin-asignar' }

/** The filter in the address. */
export const readAssigned = (word: string | null): AssignedTo | undefined =>
  word === words.me ? 'me' : word === words.none ? 'none' : undefined
export const writeAssigned = (assigned: AssignedTo | undefined): string | null =>
  assigned === undefined ? null : words[assigned]

/** Opens the next waiting conversation with the focus in its box, and says so where there is none. */
export function useWaitingWalk(open: Place | undefined): (step: 1 | -1) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search, pathname } = useLocation()
  return (step) => {
    const assigned = readAssigned(new URLSearchParams(search).get('para'))
    // Known already, so that the first letter typed next is in the next box.
    const { queryKey } = requestList('waiting', '', 1, assigned)
    const rows = client.getQueryData<List>(queryKey)?.data ?? []
    const loadedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    // The address is ahead of what is drawn when keys follow each other quickly.
    const here = rows.find(({ id }) => window.location.pathname.endsWith(id)) ?? open
    const next = findWaiting(
      rows.filter(({ id }) => (answeredAt.get(id) ?? 0) < loadedAt),
      here,
      step,
    )
    if (next === undefined) return toastSuccess('No hay otra por atender')
    const to = { pathname: `/conversaciones/${next.id}`, search }
    // At once: a letter typed meanwhile would be in the box before.
    const options = { replace: pathname !== '/conversaciones', preventScrollReset: true, flushSync: true }
    void navigate(to, { ...options, state: takesBox })
  }
}

export const listId = 'lista-de-conversaciones'

/** The open row, else the first. False without a list. */
export function focusList(): boolean {
  const list = document.getElementById(listId)
  const row = list?.querySelector<HTMLElement>('a[aria-current]') ?? list?.querySelector('a')
  row?.focus()
  return row != null
}

/** Focuses the box of a conversation that was opened from the list or by keys; a touch screen would show its keyboard. */
export function useBoxFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const { state, key } = useLocation()
  // The row of the open one may be opened again.
  const wanted = Object(state).takesBox === true ? key : undefined
  useLayoutEffect(() => {
    if (wanted !== undefined && !window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [field, wanted])
}
