import type { PackageDraft } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { findNamed } from '@casillero/shared/domain/import-values'
import { automaticTariff, isTariffOffered } from '@casillero/shared/domain/package-choice'
import { plainWords } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { listTariffs } from '../tariffs/queries.ts'
import { type FoundClient, findClients } from './find-clients.ts'
import type { KnownPackage } from './package-plan.ts'

/** The facts from which a tariff is chosen. */
export type TariffChoice = { tariffs: Tariff[]; today: string; clientOf: (id: string | null) => FoundClient | null }

type Chosen = Pick<PackageDraft, 'shippingMethod' | 'clientId'>

export const keepsTariff = (draft: Chosen, known: KnownPackage): boolean =>
  known.shippingMethod === draft.shippingMethod && known.clientId === draft.clientId

/** A package's tariff, kept while its method and its client are the same; else as the form chooses it. */
export function tariffFor(draft: Chosen, known: KnownPackage | undefined, choice: TariffChoice): string | null {
  if (known && keepsTariff(draft, known)) return known.tariffId
  const { tariffs, today } = choice
  const client = choice.clientOf(draft.clientId)
  return automaticTariff(tariffs, { shippingMethod: draft.shippingMethod, client, today })?.id ?? null
}

type Wanted = { type: string | undefined; ownId: string | null | undefined; today: string }

/** The tariff of this name that is offered, or that the package or the client has already, which comes first. */
export function findNamedTariff(tariffs: readonly Tariff[], text: string, wanted: Wanted): Tariff | undefined {
  const { type, ownId, today } = wanted
  const able = tariffs
    .filter((tariff) => type === undefined || tariff.type === type)
    .filter((tariff) => tariff.id === ownId || isTariffOffered(tariff, today))
  const byId = able.find(({ id }) => id === text)
  if (byId) return byId
  const own = able.find(({ id, name }) => id === ownId && plainWords(name) === plainWords(text))
  return own ?? findNamed(able, text)
}

export const isOffered = (tariff: Tariff, today: string): boolean => isTariffOffered(tariff, today)

export async function businessDay(db: Db): Promise<string> {
  const { day } = await db.selectNoFrom(sql<string>`app_today()::text`.as('day')).executeTakeFirstOrThrow()
  return day
}

/** Looks up, for packages of these clients, what the choice looks at now. */
export async function lookUpChoice(db: Db, clientIds: (string | null)[]): Promise<TariffChoice> {
  const ids = clientIds.filter((id) => id !== null)
  const { all } = await findClients(db, { casilleros: [], ids })
  const clients = new Map(all.map((client) => [client.id, client]))
  const { data: tariffs } = await listTariffs(db, {})
  return { tariffs, today: await businessDay(db), clientOf: (id) => clients.get(id ?? '') ?? null }
}
