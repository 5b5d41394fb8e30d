import { createPaceReader } from './scan-keys.ts'

/** Elements that take typed keys. A focused button or checkbox does not. */
export const typedIn =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

/** The least number of keys in a scan. */
export const minKeys = 5
/** Milliseconds; the longest pause of a scanner within a code. */
export const pauseMs = 1_000

export const isEnd = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key === 'Enter' || key === 'Tab'
export const isWritten = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && [...key].length === 1

/** True if the field is gone or under a dialog. */
export const isOutOfReach = (field: Element): boolean =>
  !field.isConnected ||
  field.matches(':disabled') ||
  field.closest('[inert], [aria-hidden=true]') !== null ||
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(field))

const pace = createPaceReader()
/** The field that got the last keys since Enter. */
let typed: { field: Element; at: number } | undefined
/** Keys that no field took. */
let loose = { keys: 0, at: 0 }
/** True after a scan lost its beginning, until its end or a pause. Its other keys are discarded. */
let isBroken = false
let isLost = false
let timer = 0
let tell: (() => void) | undefined

function refuse(): void {
  clearTimeout(timer)
  isBroken = false
  typed = undefined
  // Waits until the screen can show the message.
  if (!isLost || tell === undefined) return
  isLost = false
  tell()
}

export function breakOff(hasLost: boolean): void {
  isLost ||= hasLost
  isBroken = true
  clearTimeout(timer)
  timer = window.setTimeout(refuse, pauseMs)
}

/** Reports a whole scan that found no field. */
export function refuseScan(): void {
  isLost = true
  refuse()
}

export function onLostScan(say: () => void): void {
  tell = say
  if (isLost && !isBroken) refuse()
}

/** Called when the text is complete or no longer matters. */
export const forgetTyped = (): void => {
  typed = undefined
}

/** `isOpen`: a scan has begun in a field. `isLost`: some of its keys are certainly lost. */
export const readOpenScan = (): { isOpen: boolean; isLost: boolean } => {
  const isOpen = isBroken || (typed !== undefined && performance.now() - typed.at < pauseMs)
  return { isOpen, isLost: isOpen && (isLost || pace.isScan()) }
}

/** True if Enter ends keys that no field took, so that it presses nothing. Letters typed by hand may choose in a list or a menu. */
function endsLoose(event: KeyboardEvent): boolean {
  const isChoosing = event.target instanceof Element && event.target.closest(typedIn) !== null
  const isScan = loose.keys >= minKeys && event.timeStamp - loose.at < pauseMs
  return isEnd(event) && isScan && (!isChoosing || pace.isScan())
}

function noteLoose(event: KeyboardEvent): void {
  if (!isWritten(event) || (event.target instanceof HTMLElement && event.target.matches('input, textarea'))) return
  loose = { keys: event.timeStamp - loose.at < pauseMs ? loose.keys + 1 : 1, at: event.timeStamp }
}

/**
 * True if the scan's beginning is in a removed field, or nowhere.
 * @param hasField whether the field with the text will still exist when the scan ends
 */
export function belongsToNothing(event: KeyboardEvent, hasField: (field: Element) => boolean): boolean {
  pace.note(event)
  const isOfHand = event.ctrlKey || event.metaKey
  if (!isWritten(event) && (isOfHand || !isEnd(event))) {
    // A shortcut leads elsewhere, and ends the scan.
    if (event.key === 'Escape' || [...event.key].length === 1) typed = undefined
    return false
  }
  const isTail = typed !== undefined && event.timeStamp - typed.at < pauseMs && !hasField(typed.field)
  if (!isBroken && !isTail) {
    const isNothing = endsLoose(event)
    if (isNothing) refuseScan()
    if (!isEnd(event)) return false
    typed = undefined
    loose = { keys: 0, at: 0 }
    return isNothing
  }
  breakOff(true)
  return true
}

/** Ends the scan that was discarded. */
export const endBroken = (): void => {
  if (isBroken) refuse()
}

export function watchFields(): void {
  // A key that a field handles does not bubble up to here.
  window.addEventListener('keydown', noteLoose)
  window.addEventListener(
    'input',
    (event) => {
      const { target, timeStamp } = event
      // A scan is a single line: text of several lines was typed or pasted.
      if (event instanceof InputEvent && target instanceof HTMLInputElement) typed = { field: target, at: timeStamp }
    },
    true,
  )
  window.addEventListener('pointerdown', forgetTyped, true)
}
