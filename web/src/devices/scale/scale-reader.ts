import { readScaleLine, type ScaleMessage } from './scale-message.ts'

/** Only a load at rest has a weight. */
export type ScaleReading = { state: 'stable'; pounds: number } | { state: 'moving' | 'empty' | 'negative' | 'overload' }

/** The most that a package may weigh. */
const mostPounds = 9_999.99
/** A longer line is noise, such as that of another speed. */
const longestLine = 64
/** A scale that says nothing of rest is at rest when it repeats itself so often. */
const sameTimes = 3

function stableReading(pounds: number): ScaleReading {
  if (pounds === 0) return { state: 'empty' }
  if (pounds < 0) return { state: 'negative' }
  return pounds > mostPounds ? { state: 'overload' } : { state: 'stable', pounds }
}

/** Undefined where the message adds nothing to those before. */
function createSettling(): (message: ScaleMessage | undefined) => ScaleReading | undefined {
  let same = { pounds: Number.NaN, times: 0 }
  let isAfterWeight = false
  return (message) => {
    const wasAfterWeight = isAfterWeight
    isAfterWeight = message?.kind === 'weight'
    if (message?.kind === 'weight' && message.mark === 'none') {
      same = { pounds: message.pounds, times: message.pounds === same.pounds ? same.times + 1 : 1 }
      return same.times >= sameTimes ? stableReading(message.pounds) : { state: 'moving' }
    }
    // The second half of an answer whose first half has been counted.
    if (message?.kind === 'status' && wasAfterWeight) return undefined
    same = { pounds: Number.NaN, times: 0 }
    if (message === undefined) return undefined
    if (message.kind === 'over') return { state: 'overload' }
    if (message.kind === 'under') return { state: 'negative' }
    return message.kind === 'weight' && message.mark === 'stable' ? stableReading(message.pounds) : { state: 'moving' }
  }
}

/** Lines may be cut anywhere; what is none of a scale gives nothing. docs/product/devices.md, "Scale". */
export function createScaleReader(): (bytes: Uint8Array) => ScaleReading[] {
  const settle = createSettling()
  let line = ''
  return (bytes) => {
    const readings: ScaleReading[] = []
    for (const byte of bytes) {
      // The highest bit is the parity of a scale that sends seven.
      const code = byte & 0x7f
      if (code >= 0x20) {
        line += line.length <= longestLine ? String.fromCharCode(code) : ''
        continue
      }
      const reading = line === '' ? undefined : settle(line.length > longestLine ? undefined : readScaleLine(line))
      line = ''
      if (reading) readings.push(reading)
    }
    return readings
  }
}
