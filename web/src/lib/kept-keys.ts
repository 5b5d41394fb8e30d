import {
  belongsToNothing,
  breakOff,
  endBroken,
  forgetTyped,
  isEnd,
  isOutOfReach,
  isWritten,
  minKeys,
  readOpenScan,
  refuseScan,
  typedIn,
  watchFields,
} from './broken-scans.ts'
import { createEndFilter } from './scan-keys.ts'

/** After a screen was shown this long no field of it will ask for keys any more, in milliseconds. */
const graceMs = 3_000
/** A page that is left is gone by then, or stays. */
const leavingMs = 1_000
/** Keys go over to the page that is loaded anew. */
const storeKey = 'kept-keys'

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>
/** Whole scans, and whether one was cut. */
type Left = { at: number; isCut: boolean; isLost: boolean; keys: Key[] }

let kept: Key[] = []
let isKeeping = false
/** Its fields will be gone, also the one that has the cursor. */
let isLeaving = false
let timer = 0

declare global {
  /** Pressed before the code of the page ran; its first script notes them. */
  var firstKeys: KeyboardEvent[] | undefined
}

const isTyped = (event: KeyboardEvent): boolean =>
  isWritten(event) || (isEnd(event) && !event.ctrlKey && !event.metaKey && !event.altKey && kept.length > 0)

function keep(event: KeyboardEvent): boolean {
  const isElsewhere = !isLeaving && event.target instanceof Element && event.target.closest(typedIn) !== null
  if (!isKeeping || isElsewhere || event.isComposing || !isTyped(event)) return false
  // A space by itself presses the button that has the focus.
  if (kept.length === 0 && event.key === ' ') return false
  kept.push(event)
  return true
}

const ends = createEndFilter()
const hasField = (field: Element): boolean => !isLeaving && (isKeeping || !isOutOfReach(field))

function onKey(event: KeyboardEvent): void {
  if (!event.isTrusted) return
  const isNothing = ends.isSecond(event) || belongsToNothing(event, hasField)
  if (!isNothing && !keep(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // The next page says it, where this one goes.
  if (isNothing && isEnd(event) && !isLeaving) endBroken()
}

function drop(): void {
  const lost = kept
  end()
  const last = lost.at(-1)
  // Its end is still to come, and belongs to it.
  if (last !== undefined && !isEnd(last)) breakOff(lost.length >= minKeys)
  else if (lost.length > minKeys) refuseScan()
}

function end(): void {
  clearTimeout(timer)
  kept = []
  isKeeping = false
  isLeaving = false
}

/** docs/product/lists-and-forms.md, "Scanners". */
export function keepKeys(): void {
  clearTimeout(timer)
  isKeeping = true
}

/** For the field that comes in its place. */
export function keepText(field: HTMLInputElement | null): void {
  keepKeys()
  if (field === null || field.value === '' || field !== document.activeElement) return
  kept.push(...[...field.value].map((key) => ({ key, code: '', shiftKey: false })))
  forgetTyped()
  // Until it is gone no key may come to it.
  field.blur()
}

/** A field that takes scans asks for its keys soon, or none does. */
export function awaitField(): void {
  clearTimeout(timer)
  if (isKeeping) timer = window.setTimeout(drop, graceMs)
}

/** As the browser would have done. */
function type({ key, code, shiftKey }: Key): void {
  const target = document.activeElement ?? document.body
  const isTaken = !target.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
  )
  // A listener may have brought the cursor to its field for this key.
  const field = document.activeElement
  if (isTaken || [...key].length !== 1 || !(field instanceof HTMLInputElement)) return
  field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }))
}

async function deliver(): Promise<void> {
  const keys = kept
  end()
  for (const key of keys) {
    type(key)
    if (isEnd(key)) forgetTyped()
    // The change of an Enter is drawn before the next key; no key of the browser comes between.
    await Promise.resolve()
  }
}

/**
 * Called by a screen once its field takes scans. Within React's own work a field would fall back to its former text, so it is done right
 * after; no key comes between.
 */
export function releaseKeys(): void {
  queueMicrotask(() => void deliver())
}

/** They belong to the next page: until then they are kept, whatever has the cursor. */
function onLeaving(): void {
  if (localStorage.getItem('token') === null) return
  isLeaving = true
  keepKeys()
  // A page that stays after all goes on where the cursor is.
  timer = window.setTimeout(releaseKeys, leavingMs)
}

function onLeft(): void {
  const { isOpen, isLost } = readOpenScan()
  const whole = kept.slice(0, kept.findLastIndex(isEnd) + 1)
  // A scan that is not over may go on while there is no page that hears it.
  const isHalf = whole.length < kept.length
  if (!isLeaving || (kept.length === 0 && !isOpen)) return
  const keys = whole.map(({ key, code, shiftKey }) => ({ key, code, shiftKey }))
  const left: Left = { at: Date.now(), isCut: isOpen || isHalf, isLost: isLost || isHalf, keys }
  sessionStorage.setItem(storeKey, JSON.stringify(left))
}

/** If that page has just been left. */
function takeOver(): void {
  const text = sessionStorage.getItem(storeKey)
  sessionStorage.removeItem(storeKey)
  if (text === null) return
  const left: Left = JSON.parse(text)
  if (Date.now() - left.at > graceMs) return
  kept.push(...left.keys)
  if (left.isCut) breakOff(left.isLost)
}

/**
 * Before any other listener.
 * @param isLoading whether a screen is loading that may take scans
 */
export function watchKeys(isLoading: boolean): void {
  const first = globalThis.firstKeys ?? []
  globalThis.firstKeys = undefined
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('input', ends.noteText, true)
  watchFields()
  // Hands that go on by themselves want no keys of before.
  window.addEventListener('pointerdown', () => isKeeping && kept.length > 0 && drop(), true)
  window.addEventListener('beforeunload', onLeaving)
  window.addEventListener('pagehide', onLeft)
  if (!isLoading) return
  keepKeys()
  takeOver()
  for (const event of first) onKey(event)
}
