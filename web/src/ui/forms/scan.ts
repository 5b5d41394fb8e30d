/** The part of a keyboard event that tells a scanner from hands. */
export type ScanKey = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'metaKey'>

/** Keys of a scanner follow each other faster than this, in milliseconds; hands seldom, and never so many in a row. */
const gapMs = 50
const minKeys = 5

/** Says whether keys that came so quickly after each other are a scanner's. */
export const isScan = (burst: string): boolean => burst.length >= minKeys

/** Gives for each key of one field or page what was written without a pause until then, with the key itself if it writes. */
export function createBurstReader(): (event: ScanKey) => string {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return ({ key, timeStamp, repeat, ctrlKey, metaKey }) => {
    // A key that is held down repeats as fast as a scanner.
    if (timeStamp - last > gapMs || repeat || ctrlKey || metaKey) text = ''
    last = timeStamp
    if ([...key].length === 1 && !ctrlKey && !metaKey && !repeat) text += key
    const burst = text
    if (key === 'Enter' || key === 'Tab') text = ''
    return burst
  }
}
