import type { ClientCopy } from '@casillero/shared/contract/receptions'
import { create } from 'zustand'
import { call } from '../../../lib/api.ts'
import type { DeviceStore } from '../../../lib/device-store.ts'
import { type ClientIndex, indexClients } from '../entry/find-client.ts'
import { openCopy } from './row-store.ts'

/** `since` is the position for the next request. */
type Facts = { name: 'clients'; owner: string; since: string; at: number; form?: number }

/** The version of the stored copies. An older copy is used until all clients have been read again. */
const form = 2

type Clients = {
  index: ClientIndex
  /** Milliseconds; undefined without a copy. */
  at: number | undefined
  isFailed: boolean
}

export const useClients = create<Clients>(() => ({ index: indexClients([]), at: undefined, isFailed: false }))

let known = new Map<string, ClientCopy>()
let facts: Facts | undefined
let copy: DeviceStore | undefined
let owner: string | undefined
let running: Promise<boolean> | undefined

const show = () => useClients.setState({ index: indexClients([...known.values()]), at: facts?.at, isFailed: false })

/** Shows the stored copy first, then loads changes. */
export async function openClients(of: string): Promise<void> {
  owner = of
  copy = await openCopy().catch(() => undefined)
  const kept = ((await copy?.all<Facts>('facts')) ?? []).find((one) => one.owner === of)
  const clients = kept === undefined ? [] : ((await copy?.all<ClientCopy>('clients')) ?? [])
  if (owner !== of) return
  facts = kept
  known = new Map(clients.map((client) => [client.id, client]))
  if (kept !== undefined) show()
  await refreshClients()
}

export function closeClients(): void {
  owner = undefined
  facts = undefined
  copy = undefined
  known = new Map()
  useClients.setState({ index: indexClients([]), at: undefined, isFailed: false })
}

/** Resolves to true if the server answered. Runs one at a time. */
export function refreshClients(): Promise<boolean> {
  running ??= load().finally(() => {
    running = undefined
  })
  return running
}

type Pages = { clients: ClientCopy[]; removed: string[]; since: string }

async function loadPages(since: string | undefined): Promise<Pages> {
  const pages: Pages = { clients: [], removed: [], since: '' }
  let after: string | null | undefined
  do {
    const query = { ...(since === undefined ? {} : { since }), ...(after ? { after } : {}) }
    const { data } = await call('GET /api/receptions/clients', { query })
    // The first page's time counts, so that a client who changes meanwhile is read next time.
    if (pages.since === '') pages.since = data.asOf
    pages.clients.push(...data.clients)
    pages.removed.push(...data.removed)
    after = data.next
  } while (after !== null)
  return pages
}

async function load(): Promise<boolean> {
  const of = owner
  if (of === undefined) return false
  const isWhole = facts?.form !== form
  const pages = await loadPages(isWhole ? undefined : facts?.since).catch(() => undefined)
  if (owner !== of) return false
  if (pages === undefined) {
    if (facts === undefined) useClients.setState({ isFailed: true })
    return false
  }
  if (isWhole) known.clear()
  for (const client of pages.clients) known.set(client.id, client)
  for (const id of pages.removed) known.delete(id)
  const next: Facts = { name: 'clients', owner: of, since: pages.since, at: Date.now(), form }
  facts = next
  if (isWhole || pages.clients.length > 0 || pages.removed.length > 0) show()
  else useClients.setState({ at: next.at })
  await copy
    ?.write(['clients', 'facts'], (partOf) => {
      const part = partOf('clients')
      if (isWhole) part.clear()
      for (const client of pages.clients) part.put(client)
      for (const id of pages.removed) part.delete(id)
      partOf('facts').put(next)
    })
    .catch((error: unknown) => console.error('Unexpected error', error))
  return true
}
