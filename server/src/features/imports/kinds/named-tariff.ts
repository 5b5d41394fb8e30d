import type { Tariff } from '@casillero/shared/contract/tariffs'
import { findNamed } from '@casillero/shared/domain/import-values'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import { plainWords } from '@casillero/shared/domain/search-text'

type Wanted = { type: string | undefined; ownId: string | null | undefined; today: string }

/** Finds a tariff that is offered, or the present one of package or client, which comes first. */
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
