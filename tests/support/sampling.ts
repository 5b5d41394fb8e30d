import { createHash } from 'node:crypto'

/** The seed of the run's random choices; the run prints it, and `SEED=… npm test` makes the same choices again. */
export const seed = Number(process.env.SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Whether all is tried of which other runs try a sample: `npm run test:all`. */
export const isWholeRun = process.env.TESTS === 'all'

/** Chooses so many of the items by the seed, in their order; all of them in a whole run. */
export function takeSample<Item>(items: readonly Item[], count: number): Item[] {
  if (isWholeRun || items.length <= count) return [...items]
  // By a hash, because the seeds of following days lie side by side.
  const rank = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex')
  const ranked = items.map((_, index) => ({ index, rank: rank(index) })).toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  const chosen = new Set(ranked.slice(0, count).map(({ index }) => index))
  return items.filter((_, index) => chosen.has(index))
}

/** Whether the seed chooses this one, as it does one in so many; in a whole run it chooses each. */
export const isChosen = (what: string, oneIn: number): boolean =>
  isWholeRun || createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() % oneIn === 0
