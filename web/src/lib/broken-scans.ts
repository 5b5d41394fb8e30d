import { createPaceReader } from './scan-keys.ts'

/** A button or a tick box only has the focus: it keeps no keys. */
export const typedIn =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

/** A scan is no shorter. */
export const minKeys = 5
/** No scanner pauses for longer within a code, in milliseconds. */
export const pauseMs = 1_000

export const isEnd = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key === 'Enter' || key === 'Tab'
export const isWritten = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && [...key].length === 1

/** Gone, or under a dialog. */
export const isOutOfReach = (field: Element): boolean =>
  !field.isConnected ||
  field.matches(':disabled') ||
  field.closest('[inert], [aria-hidden=true]') !== null ||
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(field))

const pace = createPaceReader()
/** Since the last Enter. */
let typed: { field: Element; at: number } | undefined
/** No field has taken them. */
let loose = { keys: 0, at: 0 }
/** Set where a scan lost its beginning, until its end or a pause: none of it is taken. */
let isBroken = false
let isLost = false
let timer = 0
let tell: (() => void) | undefined

function refuse(): void {
  clearTimeout(timer)
  isBroken = false
  typed = undefined
  // Until the screen can say it, it waits.
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

/** A whole scan found no field. */
export function refuseScan(): void {
  isLost = true
  refuse()
}

export function onLostScan(say: () => void): void {
  tell = say
  if (isLost && !isBroken) refuse()
}

/** Whole, or of no concern any more. */
export const forgetTyped = (): void => {
  typed = undefined
}

/** Its beginning is or was in a field; `isLost`: keys of it are lost for certain. */
export const readOpenScan = (): { isOpen: boolean; isLost: boolean } => {
  const isOpen = isBroken || (typed !== undefined && performance.now() - typed.at < pauseMs)
  return { isOpen, isLost: isOpen && (isLost || pace.isScan()) }
}

/** Such an Enter presses nothing. By hands, letters choose in a list or a menu. */
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
 * Its beginning stands in a field that is gone, or nowhere.
 * @param hasField whether the field that holds what was typed will still be there when the scan ends
 */
export function belongsToNothing(event: KeyboardEvent, hasField: (field: Element) => boolean): boolean {
  pace.note(event)
  if (!isWritten(event) && !isEnd(event)) {
    // A shortcut leads on elsewhere.
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

/** The scan that is not taken is over. */
export const endBroken = (): void => {
  if (isBroken) refuse()
}

export function watchFields(): void {
  // A key that a field takes does not come back up here.
  window.addEventListener('keydown', noteLoose)
  window.addEventListener(
    'input',
    (event) => {
      const { target, timeStamp } = event
      // A scan is of one line: a text of several is of hands.
      if (event instanceof InputEvent && target instanceof HTMLInputElement) typed = { field: target, at: timeStamp }
    },
    true,
  )
  window.addEventListener('pointerdown', forgetTyped, true)
}
