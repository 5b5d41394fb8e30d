import type { PackageDraft } from '@casillero/shared/contract/packages'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { readCasillero } from '@casillero/shared/domain/import-values'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { fitName } from '@casillero/shared/domain/name-match'
import { initialStatus } from '@casillero/shared/domain/package-choice'
import type { Db } from '../../../platform/database/database.ts'
import { findRefusal } from '../../../platform/database/save-rows.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { findShipment, listPlaces, requireFitting } from '../../intake/hold-shipment.ts'
import { listLiveInvoiceItems } from '../../packages/queries.ts'
import type { KeptPackage, listChangedFields } from '../../packages/save/kept-package.ts'
import { type ChooseTariff, openTariffChoice, readToday } from '../../tariffs/hold-tariffs.ts'
import { listTariffs } from '../../tariffs/queries.ts'
import { findNamedStatus, listNamedStatuses, type NamedStatus } from '../columns/named-statuses.ts'
import { describeShipment } from './describe-refusal.ts'
import { createNameFinder, type FoundClient, findClients, type NameFinder } from './find-clients.ts'
import { buildProblem, changeText, type FileRow } from './kind.ts'
import { findNamedTariff } from './named-tariff.ts'
import { ownerNames } from './package-owner.ts'

/** How a package joins the shipment of its file. */
type Joining = { shipmentId?: string; texts: string[] } | { problem: string }

export type PackageLookups = {
  chooseTariff: ChooseTariff
  today: string
  initial: { id: string } | undefined
  clientOf: (id: string | null) => FoundClient | null
  byNumber: (text: string) => FoundClient | undefined
  readNumber: (text: string) => string | undefined
  byName: NameFinder
  status: (text: string) => NamedStatus | undefined
  statusName: (id: string | null) => string | undefined
  /** Finds a tariff offered today, or the package's present one. */
  tariff: (
    text: string,
    method: 'aereo' | 'maritimo' | undefined,
    ownId: string | null | undefined,
  ) => string | undefined
  /** Returns the name of a tariff given by id, else the text. */
  tariffName: (text: string) => string
  /** Says whether a package, known or new, goes into the shipment of its file, or why it cannot. */
  join: (method: 'aereo' | 'maritimo', packageId?: string) => Joining
  invoiceOf: (packageId: string) => number | undefined
  changeOf: (field: ReturnType<typeof listChangedFields>[number], known: KeptPackage, draft: PackageDraft) => string
}

async function openJoining(
  db: Db,
  rows: readonly FileRow[],
  known: readonly KeptPackage[],
): Promise<PackageLookups['join']> {
  const shipmentId = rows[0]?.text('shipment') ?? ''
  const shipment = shipmentId === '' ? undefined : await findShipment(db, shipmentId)
  const places =
    shipment &&
    (await listPlaces(
      db,
      known.map(({ id }) => id),
    ))
  return (method, packageId = '') => {
    const place = places?.get(packageId)
    if (!shipment || place?.consignmentId === shipment.id) return { texts: [] }
    const refusal = findRefusal(() => requireFitting(shipment, method, place))
    return refusal
      ? { problem: describeShipment(refusal) ?? refusal.message }
      : { shipmentId: shipment.id, texts: [`Embarque #${shipment.number}`] }
  }
}

type Names = {
  statusName: PackageLookups['statusName']
  tariffs: readonly { id: string; name: string }[]
  byId: ReadonlyMap<string, FoundClient>
}

function openChangeTexts({ statusName, tariffs, byId }: Names): PackageLookups['changeOf'] {
  const tariffName = (id: string | null) => tariffs.find((tariff) => tariff.id === id)?.name ?? 'ninguna'
  return (field, before, draft) => {
    if (field === 'statusId')
      return changeText('Estado', statusName(before.statusId) ?? null, statusName(draft.statusId) ?? null)
    if (field === 'tariffId') return changeText('Tarifa', tariffName(before.tariffId), tariffName(draft.tariffId))
    if (field === 'clientId') {
      const findCasillero = (id: string | null) => byId.get(id ?? '')?.casillero ?? null
      return changeText('Cliente', findCasillero(before.clientId), findCasillero(draft.clientId))
    }
    if (field === 'weight')
      return changeText(
        'Peso',
        before.weight === null ? null : before.weight.toFixed(2),
        formatWeight(draft.weight ?? 0),
      )
    return changeText(buildProblem('packages', field, '').label, before[field], draft[field] ?? null)
  }
}

/** Needs only a few statements for all rows. */
export async function lookUpForPackages(
  db: Db,
  rows: readonly FileRow[],
  known: readonly KeptPackage[],
): Promise<PackageLookups> {
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const readNumber = (text: string) => readCasillero(text, prefix)?.casillero
  const clients = await findClients(db, {
    casilleros: rows.flatMap((row) => readNumber(row.text('casillero')) ?? []),
    ids: known.flatMap(({ clientId }) => clientId ?? []),
  })
  const byNumber = (text: string) => clients.byCasillero.get(readNumber(text) ?? '')
  // Loads all clients only if the name in a row is ambiguous.
  const isOpen = (row: FileRow) => {
    const client = byNumber(row.text('casillero'))
    const isRefused = row.text('casillero') !== '' && !client
    return !isRefused && ownerNames(row).some((name) => !client || !fitName(name, client))
  }
  const byName = rows.some(isOpen) ? await createNameFinder(db) : () => ({ named: undefined, candidates: [] })
  const statuses = await listNamedStatuses(db)
  const { data: tariffs } = await listTariffs(db, {})
  const day = await readToday(db)
  const chooseTariff = await openTariffChoice(db)
  const invoices = new Map(
    (
      await listLiveInvoiceItems(
        db,
        known.map(({ id }) => id),
      )
    ).map((item) => [item.packageId, item.companyInvoiceId]),
  )
  const join = await openJoining(db, rows, known)
  const byId = new Map(clients.all.map((client) => [client.id, client]))
  const statusName = (id: string | null) => statuses.find((status) => status.id === id)?.name
  const named = new Map<string, ReturnType<NameFinder>>()
  return {
    chooseTariff,
    today: day,
    initial: initialStatus(statuses),
    clientOf: (id) => (id === null ? null : (byId.get(id) ?? null)),
    readNumber,
    byNumber,
    byName(name) {
      const found = named.get(name) ?? byName(name)
      named.set(name, found)
      if (found.named) byId.set(found.named.id, found.named)
      return found
    },
    status: (text) => findNamedStatus(statuses, text),
    statusName,
    tariff: (text, method, ownId) => findNamedTariff(tariffs, text, { type: method, ownId, today: day })?.id,
    tariffName: (text) => tariffs.find(({ id }) => id === text)?.name ?? text,
    join,
    invoiceOf: (packageId) => invoices.get(packageId),
    changeOf: openChangeTexts({ statusName, tariffs, byId }),
  }
}
