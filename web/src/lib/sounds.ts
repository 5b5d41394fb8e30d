/** Distinguished by pitch and number of tones, and by vibration on a phone. */
export type Signal = 'good' | 'again' | 'bad'
/** `unknown`: a package without a client. `announced`: the client had announced it. */
export type Sound = Signal | 'unknown' | 'announced'

type Tone = { hertz: number; at: number; length: number }

// Each lasts at most 320 ms.
const tones: Record<Sound, Tone[]> = {
  good: [{ hertz: 1320, at: 0, length: 0.09 }],
  announced: [{ hertz: 1480, at: 0, length: 0.09 }],
  again: [
    { hertz: 440, at: 0, length: 0.1 },
    { hertz: 440, at: 0.16, length: 0.1 },
  ],
  bad: [{ hertz: 220, at: 0, length: 0.32 }],
  unknown: [
    { hertz: 660, at: 0, length: 0.1 },
    { hertz: 990, at: 0.12, length: 0.14 },
  ],
}
const shakes: Record<Sound, number[]> = {
  good: [40],
  again: [60, 60, 60],
  bad: [250],
  unknown: [40, 60, 40],
  announced: [40],
}

const key = 'sounds'
/** On by default. */
export const hasSounds = (): boolean => localStorage.getItem(key) !== 'off'
export const keepSounds = (on: boolean): void => localStorage.setItem(key, on ? 'on' : 'off')

let context: AudioContext | undefined

/** Silent if the browser has no audio. */
export function sound(signal: Sound): void {
  if (!hasSounds()) return
  navigator.vibrate?.(shakes[signal])
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // A browser allows sound only after a key or a touch.
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  for (const { hertz, at, length } of tones[signal]) {
    const [pitch, volume] = [context.createOscillator(), context.createGain()]
    pitch.frequency.value = hertz
    volume.gain.value = 0.15
    pitch.connect(volume).connect(context.destination)
    pitch.start(context.currentTime + at)
    pitch.stop(context.currentTime + at + length)
  }
}
