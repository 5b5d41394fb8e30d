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

/** Milliseconds after which a shown screen will no longer ask for keys. */
const graceMs = 3_000
/** Milliseconds after which a page that was being left is either gone or stays. */
const leavingMs = 1_000
/** Stores the keys for the reloaded page. */
const storeKey = 'kept-keys'

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>
/** Whole scans, and whether one was cut off. */
type Left = { at: number; isCut: boolean; isLost: boolean; keys: Key[] }

let kept: Key[] = []
let isKeeping = false
/** True while the page's fields are about to disappear, even the focused one. */
let isLeaving = false
let timer = 0

declare global {
  /** Keys pressed before the page's code ran, noted by its first script. */
  var firstKeys: KeyboardEvent[] | undefined
}

const isTyped = (event: KeyboardEvent): boolean =>
  isWritten(event) || (isEnd(event) && !event.ctrlKey && !event.metaKey && !event.altKey && kept.length > 0)

function keep(event: KeyboardEvent): boolean {
  const isElsewhere = !isLeaving && event.target instanceof Element && event.target.closest(typedIn) !== null
  if (!isKeeping || isElsewhere || event.isComposing || !isTyped(event)) return false
  // A space alone presses the focused button.
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
  // If this page is being left, the next one reports it.
  if (isNothing && isEnd(event) && !isLeaving) endBroken()
}

function drop(): void {
  const lost = kept
  end()
  const last = lost.at(-1)
  // The rest of the scan is still to come and belongs to it.
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

/** Keeps a field's text for the field that replaces it. */
export function keepText(field: HTMLInputElement | null): void {
  keepKeys()
  if (field === null || field.value === '' || field !== document.activeElement) return
  kept.push(...[...field.value].map((key) => ({ key, code: '', shiftKey: false })))
  forgetTyped()
  // Takes the focus away, so that the disappearing field gets no more keys.
  field.blur()
}

/** Expects a field to ask for its keys soon; otherwise they are dropped. */
export function awaitField(): void {
  clearTimeout(timer)
  if (isKeeping) timer = window.setTimeout(drop, graceMs)
}

/** Types the key as the browser would have done. */
function type({ key, code, shiftKey }: Key): void {
  const target = document.activeElement ?? document.body
  const isTaken = !target.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
  )
  // A listener may have moved the focus for this key.
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
    // The result of Enter is rendered before the next key, with no browser event in between.
    await Promise.resolve()
  }
}

/**
 * Called by a screen once its field is ready. Deferred to a microtask, because inside React's own work the field would lose the text; no
 * key comes in between.
 */
export function releaseKeys(): void {
  queueMicrotask(() => void deliver())
}

/** From now on keys belong to the next page and are kept, whatever has the focus. */
function onLeaving(): void {
  if (localStorage.getItem('token') === null) return
  isLeaving = true
  keepKeys()
  // If the page stays after all, the keys go to the focused element.
  timer = window.setTimeout(releaseKeys, leavingMs)
}

function onLeft(): void {
  const { isOpen, isLost } = readOpenScan()
  const whole = kept.slice(0, kept.findLastIndex(isEnd) + 1)
  // An unfinished scan may continue while no page is listening.
  const isHalf = whole.length < kept.length
  if (!isLeaving || (kept.length === 0 && !isOpen)) return
  const keys = whole.map(({ key, code, shiftKey }) => ({ key, code, shiftKey }))
  const left: Left = { at: Date.now(), isCut: isOpen || isHalf, isLost: isLost || isHalf, keys }
  sessionStorage.setItem(storeKey, JSON.stringify(left))
}

/** Takes the keys if the previous page was left just before. */
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
 * Must run before any other listener.
 * @param isLoading true while a screen is loading that may take scans
 */
export function watchKeys(isLoading: boolean): void {
  const first = globalThis.firstKeys ?? []
  globalThis.firstKeys = undefined
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('input', ends.noteText, true)
  watchFields()
  // A user who continues by hand does not want earlier keys.
  window.addEventListener('pointerdown', () => isKeeping && kept.length > 0 && drop(), true)
  window.addEventListener('beforeunload', onLeaving)
  window.addEventListener('pagehide', onLeft)
  if (!isLoading) return
  keepKeys()
  takeOver()
  for (const event of first) onKey(event)
}
