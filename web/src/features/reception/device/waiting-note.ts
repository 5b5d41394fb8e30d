/** In `localStorage`, because other screens do not load this screen's code. */
const waitingKey = 'receptionWaiting'

/** Undefined until read on this device. */
const waits: { rows: boolean | undefined; photos: boolean | undefined } = { rows: undefined, photos: undefined }

export function noteWaiting(part: keyof typeof waits, isWaiting: boolean): void {
  waits[part] = isWaiting
  if (waits.rows || waits.photos) localStorage.setItem(waitingKey, '1')
  else if (waits.rows === false && waits.photos === false) localStorage.removeItem(waitingKey)
}
