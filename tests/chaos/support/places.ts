import { expect } from 'vitest'
import { ask } from '../../support/installation/calls.ts'
import type { Installation } from '../../support/installation/installation.ts'
import type { Passage } from '../../support/installation/pg-proxy.ts'

/** A place of a transaction at which a server is killed, and whether all is done by then. */
export type Place = { name: string; isDone: boolean; isReached: (passage: Passage) => boolean }

export const afterStatement = (name: string, pattern: RegExp): Place => ({
  name,
  isDone: false,
  isReached: ({ statement, phase }) => phase === 'answered' && pattern.test(statement),
})

/** The place before or behind the commit of a transaction that has such a statement. */
export const atCommit = (phase: Passage['phase'], pattern: RegExp): Place => ({
  name: phase === 'asked' ? 'before the commit' : 'between the commit and its answer',
  isDone: phase === 'answered',
  isReached: (passage) =>
    passage.phase === phase &&
    passage.statement === 'commit' &&
    passage.connection.transaction.some((statement) => pattern.test(statement)),
})

/** Waits until a transaction that goes through the proxy comes to a place, and holds it there. */
export function holdAt(site: Installation, { isReached }: Pick<Place, 'isReached'>): Promise<void> {
  return new Promise((resolve) => {
    let isHeld = false
    site.proxy.watch((passage) => {
      if (isHeld || !isReached(passage)) return 'pass'
      isHeld = true
      resolve()
      return 'hold'
    })
  })
}

const victim = 0
const survivor = 1

type Call = { path: string; method?: string; body?: object; key?: string }

/** Calls a server as the first shop's admin. */
export async function call({ shops, instances }: Installation, { key, ...sent }: Call, server = instances.length - 1) {
  const { host = '', token = '' } = shops[0]?.counter ?? {}
  return await ask(instances[server]?.url ?? '', { host, token, ...sent, ...(key && { key }) })
}

/** The data of an answer, which must be one. */
export function readData({ status, body }: { status: number; body: string }) {
  expect(status, body).toBeLessThan(300)
  return JSON.parse(body).data
}

/** Kills the first server, and waits for its end. */
export async function killServer({ instances, killer }: Installation): Promise<void> {
  const [instance] = instances
  if (!instance) throw new Error('There is no server')
  await killer.strike([instance.process().pid])
  await instance.process().ended
}

/** A call that must be done wholly or not at all. */
type Whole<Kept extends object> = {
  call: Call
  read(): Promise<Kept | undefined>
  nothing: Partial<Kept>
  whole: Kept
  /** What is true of the answer to the key. */
  look?: (data: unknown) => void
  /** The call under another key is refused, because it was done. */
  isOnce: boolean
}

/** Makes a call at a server that is killed at each place, and again at the other one under its key; gives the count of kills. */
export async function killAtPlaces<Kept extends object>(
  site: Installation,
  places: readonly Place[],
  prepare: () => Promise<Whole<Kept>>,
): Promise<number> {
  for (const place of places) {
    const made = await prepare()
    const key = made.call.path.replaceAll('/', '-')
    const reached = holdAt(site, place)
    const cut = call(site, { ...made.call, key }, victim)
    const early = await Promise.race([reached, cut])
    // A call that was answered before would be waited for without end.
    expect(early, place.name).toBeUndefined()
    await killServer(site)
    site.proxy.watch(() => 'pass')
    expect((await cut).status, place.name).toBe(0)
    expect(await made.read(), place.name).toMatchObject(place.isDone ? made.whole : made.nothing)

    const again = await Promise.all(Array.from({ length: 4 }, () => call(site, { ...made.call, key }, survivor)))
    expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [200, again[0]?.body]))
    made.look?.(readData(again[0] ?? { status: 0, body: '' }))
    if (made.isOnce)
      expect((await call(site, { ...made.call, key: `otro${key}` }, survivor)).status, place.name).toBe(409)
    expect(await made.read(), place.name).toEqual(made.whole)
    await site.instances[victim]?.start()
  }
  return places.length
}
