/** A seeded source of choices: the same seed gives the same demo company everywhere. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** A number with two decimals, both ends included. */
  decimal(least: number, most: number): number
  chance(probability: number): boolean
  pick<const T>(choices: readonly [T, ...T[]]): T
  digits(count: number): string
}

/** The 32-bit generator "mulberry32": small, fast and good enough to make data look natural. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    decimal: (least, most) => between(Math.round(least * 100), Math.round(most * 100)) / 100,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  }
}
