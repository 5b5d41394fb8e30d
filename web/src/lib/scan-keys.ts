export type ScanKey = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'metaKey'>

/** Milliseconds between keys. People are rarely that fast, and never for many keys. */
const gapMs = 50
const minKeys = 5
/** Milliseconds after which some scanners send a line feed as Ctrl+J. */
const lineFeedMs = 1_000

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])

const isWritten = ({ key, ctrlKey, metaKey, repeat }: ScanKey): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !repeat

/** Recognises a scan by five or more keys, most of them too fast for hands. A scan may contain pauses. */
export function createPaceReader() {
  let keys = 0
  let quick = 0
  let last = Number.NEGATIVE_INFINITY
  let isOver = false
  return {
    note(event: ScanKey): void {
      if (event.key === 'Enter' || event.key === 'Tab') isOver = true
      if (!isWritten(event)) {
        // Arrows and Backspace come from hands, which then type on.
        if (!isOver && !modifiers.has(event.key)) keys = 0
        return
      }
      if (isOver) keys = 0
      if (keys === 0) quick = 0
      isOver = false
      keys += 1
      if (keys > 1 && event.timeStamp - last < gapMs) quick += 1
      last = event.timeStamp
    },
    isScan: (): boolean => keys >= minKeys && quick >= (keys - 1) / 2,
  }
}

/** Finds the line feed directly after an Enter. */
export function createEndFilter() {
  let ended = Number.NEGATIVE_INFINITY
  let wrote = Number.NEGATIVE_INFINITY
  const isSecond = (event: ScanKey): boolean => {
    const { key, timeStamp, repeat, ctrlKey, metaKey } = event
    if (modifiers.has(key)) return false
    if (key === 'Enter' && !repeat && !ctrlKey && !metaKey && timeStamp - ended < gapMs) return true
    if (ctrlKey && key.toLowerCase() === 'j' && timeStamp - Math.max(ended, wrote) < lineFeedMs) return true
    ended = key === 'Enter' ? timeStamp : Number.NEGATIVE_INFINITY
    wrote = key === 'Enter' || isWritten(event) ? timeStamp : wrote
    return false
  }
  const noteText = (): void => {
    ended = Number.NEGATIVE_INFINITY
  }
  return { isSecond, noteText }
}
