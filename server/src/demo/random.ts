/** A seeded source of choices: the same seed gives the same demo company everywhere. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  /** A number with two decimals, both ends included. */
  decimal(min: number, max: number): number
  chance(probability: number): boolean
  pick<const T>(choices: readonly T[]): T
  digits(count: number): string
}

/** Reads choices that are written in a row, with strokes between them. */
export const readList = (text: string): string[] => text.trim().split(/\s*\/\s*/)

/** Reads a line for each row, with bars between its cells. */
export const readTable = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s*\|\s*/))

/** Creates the 32-bit generator "mulberry32": small, fast and good enough for data that look natural. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    decimal: (min, max) => between(Math.round(min * 100), Math.round(max * 100)) / 100,
    chance: (probability) => next() < probability,
    pick(choices) {
      for (const chosen of choices.slice(Math.floor(next() * choices.length))) return chosen
      throw new Error('There is nothing to choose from')
    },
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  }
}
