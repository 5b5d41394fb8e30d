import type { Db } from '../../../platform/database/database.ts'
import { findTracked, type KeptPackage } from '../../packages/save/kept-package.ts'
import { findClients, fullName } from './find-clients.ts'
import { type FileRow, joinNames, type Shown } from './kind.ts'

type PackageFinder = {
  known: readonly KeptPackage[]
  /** Calls `refuse` with the reason if there is none. */
  find: (row: FileRow, refuse: (message: string) => void) => KeptPackage | undefined
  /** Builds its text for the preview. */
  show: (row: FileRow, found: KeptPackage | undefined) => Shown
}

/** Finds by the carrier's or the warehouse's tracking number. */
export async function createPackageFinder(db: Db, rows: readonly FileRow[]): Promise<PackageFinder> {
  const known = await findTracked(
    db,
    rows.flatMap((row) => row.trackings('tracking')),
  )
  const { all } = await findClients(db, { casilleros: [], ids: known.flatMap(({ clientId }) => clientId ?? []) })
  const owners = new Map(all.map((client) => [client.id, client]))
  const byTracking = new Map<string, KeptPackage[]>()
  for (const one of known) {
    for (const code of new Set([one.tracking, one.warehouseTracking])) {
      if (code !== null) byTracking.set(code, [...(byTracking.get(code) ?? []), one])
    }
  }
  return {
    known,
    find(row, refuse) {
      const tracking = row.text('tracking')
      const found = row.trackings('tracking').flatMap((number) => byTracking.get(number) ?? [])
      if (tracking === '') refuse('falta')
      else if (found.length === 0) refuse(`no hay un paquete con «${tracking}»`)
      else if (found.length > 1)
        refuse(`lo tienen varios paquetes: ${joinNames(found.map((one) => `#${one.companyPackageId}`))}`)
      return found.length === 1 ? found[0] : undefined
    },
    show(row, found) {
      const owner = owners.get(found?.clientId ?? '')
      return {
        code: row.trackings('tracking')[0] ?? null,
        client: owner ? { name: fullName(owner), casillero: owner.casillero } : null,
        weight: found?.weight ?? null,
        shippingMethod: found?.shippingMethod ?? null,
        detail: '',
      }
    },
  }
}
