import type { PackageDraft } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { readCasillero } from '@casillero/shared/domain/import-values'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { fitName } from '@casillero/shared/domain/name-match'
import { initialStatus } from '@casillero/shared/domain/package-choice'
import type { Db } from '../../platform/database/database.ts'
import { getCompanySettings } from '../company/queries.ts'
import type { Scanned } from '../consignments/scanned-package.ts'
import { listLiveInvoiceItems } from '../packages/queries.ts'
import { listTariffs } from '../tariffs/queries.ts'
import { createNameFinder, type FoundClient, findClients, type NameFinder } from './find-clients.ts'
import { buildProblem, changeText, type FileRow } from './kind.ts'
import { findNamedStatus, listNamedStatuses, type NamedStatus } from './named-statuses.ts'
import { ownerNames } from './package-owner.ts'
import type { changedPackageFields, KnownPackage } from './package-plan.ts'
import { findPlaces, findShipment } from './package-shipment.ts'
import { businessDay, findNamedTariff } from './package-tariff.ts'

/** The company's records that rows of packages name. */
export type PackageLookups = {
  tariffs: Tariff[]
  today: string
  initial: { id: string } | undefined
  clientOf: (id: string | null) => FoundClient | null
  byNumber: (text: string) => FoundClient | undefined
  readNumber: (text: string) => string | undefined
  byName: NameFinder
  status: (text: string) => NamedStatus | undefined
  statusName: (id: string | null) => string | undefined
  /** A tariff that is offered today, or the one that the package has already. */
  tariff: (
    text: string,
    method: 'aereo' | 'maritimo' | undefined,
    ownId: string | null | undefined,
  ) => string | undefined
  /** The name of a tariff that is given by its id, else what was written. */
  tariffName: (text: string) => string
  /** The shipment that the file is given, and where known packages are. */
  shipment: Awaited<ReturnType<typeof findShipment>>
  placeOf: (packageId: string) => Scanned | undefined
  invoiceOf: (packageId: string) => number | undefined
  changeOf: (field: ReturnType<typeof changedPackageFields>[number], known: KnownPackage, draft: PackageDraft) => string
}

/** Looks up, with a few statements, all that the rows of a file name. */
export async function lookUpForPackages(
  db: Db,
  rows: readonly FileRow[],
  known: readonly KnownPackage[],
): Promise<PackageLookups> {
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const readNumber = (text: string) => readCasillero(text, prefix)?.casillero
  const clients = await findClients(db, {
    casilleros: rows.flatMap((row) => readNumber(row.text('casillero')) ?? []),
    ids: known.flatMap(({ clientId }) => clientId ?? []),
  })
  const byNumber = (text: string) => clients.byCasillero.get(readNumber(text) ?? '')
  // All clients are looked at only where a row leaves open whom its name means.
  const isOpen = (row: FileRow) => {
    const client = byNumber(row.text('casillero'))
    const isRefused = row.text('casillero') !== '' && !client
    return !isRefused && ownerNames(row).some((name) => !client || !fitName(name, client))
  }
  const byName = rows.some(isOpen) ? await createNameFinder(db) : () => ({ named: undefined, candidates: [] })
  const statuses = await listNamedStatuses(db)
  const { data: tariffs } = await listTariffs(db, {})
  const day = await businessDay(db)
  const invoices = new Map(
    (
      await listLiveInvoiceItems(
        db,
        known.map(({ id }) => id),
      )
    ).map((item) => [item.packageId, item.companyInvoiceId]),
  )
  const shipmentId = rows[0]?.text('shipment') ?? ''
  const shipment = shipmentId === '' ? undefined : await findShipment(db, shipmentId)
  const places =
    shipment &&
    (await findPlaces(
      db,
      known.map(({ id }) => id),
    ))
  const byId = new Map(clients.all.map((client) => [client.id, client]))
  const statusName = (id: string | null) => statuses.find((status) => status.id === id)?.name
  const tariffName = (id: string | null) => tariffs.find((tariff) => tariff.id === id)?.name ?? 'ninguna'
  const named = new Map<string, ReturnType<NameFinder>>()
  return {
    tariffs,
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
    shipment,
    placeOf: (packageId) => places?.get(packageId),
    invoiceOf: (packageId) => invoices.get(packageId),
    changeOf(field, before, draft) {
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
    },
  }
}
