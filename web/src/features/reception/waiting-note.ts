/** Tells the other screens, which do not load the code of this one, that something waits here. */
const waitingKey = 'receptionWaiting'

/** Undefined before it was read on this device. */
const waits: { rows: boolean | undefined; photos: boolean | undefined } = { rows: undefined, photos: undefined }

/** Notes whether rows or photos wait on this device; what was not read yet may wait. */
export function noteWaiting(part: keyof typeof waits, isWaiting: boolean): void {
  waits[part] = isWaiting
  if (waits.rows || waits.photos) localStorage.setItem(waitingKey, '1')
  else if (waits.rows === false && waits.photos === false) localStorage.removeItem(waitingKey)
}
