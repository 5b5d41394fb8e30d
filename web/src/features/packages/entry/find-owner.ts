import type { PackageDraft } from '@casillero/shared/contract/packages'
import { ApiError } from '../../../lib/api.ts'
import { findOnlyClient, searchClients } from '../../client-search/search-clients.ts'
import type { PackageClient } from './package-tariff.ts'

export type FoundOwner = { client: PackageClient } | { problem: string }

export type ScannedOwner = { text: string; found: Promise<FoundOwner> }

export const scannedOwner = (text: string): ScannedOwner => ({ text, found: findOwner(text) })

/** Returns the client if the text names exactly one. */
async function findOwner(text: string, tries = 3): Promise<FoundOwner> {
  const clients = await searchClients(text, new AbortController().signal).catch(() => undefined)
  if (clients === undefined) {
    return tries > 1 ? findOwner(text, tries - 1) : { problem: `No se pudo buscar «${text}»; búsquelo de nuevo` }
  }
  if (clients.length === 0) return { problem: `Ningún cliente coincide con «${text}»` }
  const only = findOnlyClient(clients, text)
  if (only !== undefined) return { client: only }
  const [first, ...others] = clients
  return {
    problem:
      others.length > 0
        ? `Varios clientes coinciden con «${text}»; elija uno`
        : `«${text}» puede ser ${first?.casillero ?? ''}; elija el cliente`,
  }
}

/** Throws a refusal under the client's field if the scan names none. */
export async function withOwner(
  draft: PackageDraft,
  owner: ScannedOwner | undefined,
  tariffOf: (client: PackageClient) => string,
): Promise<PackageDraft> {
  const found = await owner?.found
  if (found === undefined) return draft
  if ('client' in found) return { ...draft, clientId: found.client.id, tariffId: tariffOf(found.client) || null }
  throw new ApiError(400, { code: 'invalid', message: found.problem, fields: { clientId: found.problem } })
}
