import { LRUCache } from 'lru-cache'
import type { AnonymousCaller } from '../database/database.ts'
import { hashLinkToken } from './link-token.ts'

/** A client's visit by a link. */
export type LinkVisit = { subdomain: string; address: string; company?: string | undefined }

const maxKnown = 5_000

/** Known secrets cannot be guessed, so their callers need not queue with unknown ones. */
export function createKnownLinks() {
  const known = new LRUCache<string, true>({ max: maxKnown })
  return {
    describe({ subdomain, address, company }: LinkVisit, secret: string) {
      const key = `${subdomain} ${hashLinkToken(secret).toString('base64')}`
      const caller: AnonymousCaller = known.has(key)
        ? { door: 'links', address, company: subdomain, known: key }
        : { door: 'links', address, company }
      const note = (isOpened: boolean): void => {
        if (isOpened) known.set(key, true)
        else known.delete(key)
      }
      return { caller, note }
    },
  }
}
