/** Where letters are typed, or choose something: what has the cursor keeps its keys. */
const typedIn =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

/** After a screen was shown this long no field of it will ask for keys any more, in milliseconds. */
const graceMs = 3_000
/** A scan is no shorter. */
const minKeys = 5

let kept: KeyboardEvent[] = []
let isKeeping = false
let timer = 0
let refuse: () => void = () => undefined

declare global {
  /** The keys that were pressed before the code of the page ran; its first script notes them. */
  var firstKeys: KeyboardEvent[] | undefined
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && ([...key].length === 1 || ((key === 'Enter' || key === 'Tab') && kept.length > 0))

function keep(event: KeyboardEvent): void {
  const isElsewhere = event.target instanceof Element && event.target.closest(typedIn) !== null
  if (!isKeeping || !event.isTrusted || isElsewhere || event.isComposing || !isTyped(event)) return
  // A space by itself presses the button that has the focus.
  if (kept.length === 0 && event.key === ' ') return
  kept.push(event)
  event.preventDefault()
  event.stopImmediatePropagation()
}

function drop(): void {
  const lost = kept
  end()
  if (lost.length > minKeys && lost.some(({ key }) => key === 'Enter' || key === 'Tab')) refuse()
}

function end(): void {
  clearTimeout(timer)
  kept = []
  isKeeping = false
}

/** Keeps the keys of a scanner from now on, while a screen loads that will take them. docs/product/lists-and-forms.md, "Scanners". */
export function keepKeys(): void {
  clearTimeout(timer)
  isKeeping = true
}

/** The screen is there: a field that takes scans asks for its keys soon, or none does. */
export function awaitField(): void {
  clearTimeout(timer)
  if (isKeeping) timer = window.setTimeout(drop, graceMs)
}

/** Gives a key to what has the focus, as the browser would have done. */
function type({ key, code, shiftKey }: KeyboardEvent): void {
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

function deliver(): void {
  const keys = kept
  end()
  for (const event of keys) type(event)
}

/**
 * Delivers what was kept, in its order: called by a screen once its field takes scans. Within React's own work a field would fall back to
 * its former text after each key, so it is done right after; no key comes between.
 */
export function releaseKeys(): void {
  queueMicrotask(deliver)
}

/** Says what becomes of a whole scan that found no field. */
export function onLostScan(tell: () => void): void {
  refuse = tell
}

/**
 * Listens for keys from the start of the page on, before any other listener.
 *
 * @param isLoading whether a screen is loading that may take scans
 */
export function watchKeys(isLoading: boolean): void {
  const first = globalThis.firstKeys ?? []
  globalThis.firstKeys = undefined
  window.addEventListener('keydown', keep, true)
  // Hands that go on by themselves want no keys of before.
  window.addEventListener('pointerdown', () => isKeeping && kept.length > 0 && drop(), true)
  if (!isLoading) return
  keepKeys()
  for (const event of first) if (isTyped(event)) kept.push(event)
}
