import { businessDate } from '@casillero/shared/domain/business-date'
import fc from 'fast-check'
import { expect } from 'vitest'
import { isWholeRun } from './sampling.ts'

/** The day in Managua so many days ago. */
export const dayOf = (daysAgo: number): string => businessDate(new Date(Date.now() - daysAgo * 86_400_000))

/** The days of so many days back. */
export const daysWithin = (days: number): fc.Arbitrary<string> => fc.integer({ min: 0, max: days }).map(dayOf)

export const flags: fc.Arbitrary<'true' | 'false'> = fc.constantFrom('true', 'false')

type Combinations<Query, Key> = {
  /** The values of each filter, of which some are left out of each query. */
  filters: { [Name in keyof Query]-?: fc.Arbitrary<NonNullable<Query[Name]>> }
  /** What the list has to show, in its order, by comparing each row. */
  expected: (query: Query) => Key[]
  /** The first hundred of the list, and the count of all. */
  list: (query: Query) => Promise<{ keys: Key[]; total: number }>
}

const runs = isWholeRun ? 250 : 100

/** Compares what a list shows for combinations of its filters with what they leave of its rows. */
export async function expectCombinations<Query extends object, Key>({
  filters,
  expected,
  list,
}: Combinations<Query, Key>): Promise<void> {
  const values = Object.entries<fc.Arbitrary<unknown>>(filters).map(([name, each]) => [
    name,
    fc.option(each, { nil: undefined, freq: 2 }),
  ])
  const queries: fc.Arbitrary<Query> = fc
    .record(Object.fromEntries(values))
    .map((query) => JSON.parse(JSON.stringify(query)))
  let hits = 0
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const wanted = expected(query)
      const { keys, total } = await list(query)
      expect(keys).toEqual(wanted.slice(0, 100))
      expect(total).toBe(wanted.length)
      hits += wanted.length
    }),
    { numRuns: runs, seed: 45 },
  )
  expect(hits).toBeGreaterThan(4 * runs)
}
