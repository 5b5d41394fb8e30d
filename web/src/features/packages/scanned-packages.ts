import type { CourierPackage } from '@casillero/shared/contract/packages'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { readTracking, searchedText } from '@casillero/shared/domain/tracking-code'
import { useRef, useState } from 'react'
import { call, describeError } from '../../lib/api.ts'
import { type Signal, sound } from '../../lib/sounds.ts'
import { packageNumber } from './package-text.ts'

const most = 500

/** On the list where there is a package. */
export type Scanned = {
  id: number
  code: string
  signal: Signal | 'waiting'
  sentence: string
  courierPackage?: CourierPackage
}

/** And not a part of one. */
function isNamedBy(code: string, one: CourierPackage): boolean {
  const { tracking } = readTracking(code)
  return (
    one.labelCode === readLabelCode(code) ||
    one.tracking === tracking ||
    one.warehouseTracking === tracking ||
    readPackageNumber(code, { isScanned: true }) === one.companyPackageId
  )
}

async function findNamed(code: string): Promise<CourierPackage[]> {
  const { data } = await call('GET /api/packages', { query: { search: searchedText(code).slice(0, 100), limit: '20' } })
  const named = data.filter((one) => isNamedBy(code, one))
  const labelled = named.filter((one) => one.labelCode === readLabelCode(code))
  return labelled.length > 0 ? labelled : named
}

/** The one package that it names, where that is to go to the status. */
function findOutcome(
  named: readonly CourierPackage[],
  { statusId, listed }: { statusId: string; listed: ReadonlySet<string> },
): Omit<Scanned, 'id' | 'code'> {
  const [one, ...others] = named
  if (statusId === '') return { signal: 'bad', sentence: 'Elija un estado' }
  if (one === undefined) return { signal: 'bad', sentence: 'Ningún paquete tiene ese código' }
  const name = `Paquete ${packageNumber(one)}`
  if (others.length > 0) return { signal: 'bad', sentence: 'Varios paquetes tienen ese tracking; escanee la etiqueta' }
  if (listed.has(one.id)) return { signal: 'again', sentence: `${name}: ya está en la lista` }
  if (one.statusId === statusId) return { signal: 'again', sentence: `${name}: ya está en ese estado` }
  if (listed.size >= most) return { signal: 'bad', sentence: `Elija como máximo ${most} paquetes` }
  return { signal: 'good', sentence: name, courierPackage: one }
}

/** Looked up one after the other, while others come. docs/product/packages.md, "Escanear". */
export function useScannedPackages(statusId: string) {
  const [scans, setScans] = useState<readonly Scanned[]>([])
  /** A look-up that ends later must not forget it. */
  const now = useRef<readonly Scanned[]>([])
  const turn = useRef(Promise.resolve())
  const count = useRef(0)

  const change = (next: readonly Scanned[]) => {
    now.current = next
    setScans(next)
  }
  const listIds = (list: readonly Scanned[]) => list.flatMap(({ courierPackage }) => courierPackage?.id ?? [])

  const lookUp = async (id: number, code: string) => {
    const found = await findNamed(code).then(
      (named) => findOutcome(named, { statusId, listed: new Set(listIds(now.current)) }),
      (error: unknown) => ({ signal: 'bad' as const, sentence: describeError(error, 'Error al buscar') }),
    )
    sound(found.signal === 'waiting' ? 'good' : found.signal)
    change(now.current.map((one) => (one.id === id ? { ...one, ...found } : one)))
  }
  const scan = (code: string) => {
    count.current += 1
    const id = count.current
    change([{ id, code, signal: 'waiting', sentence: 'Buscando...' }, ...now.current])
    turn.current = turn.current.then(() => lookUp(id, code))
  }
  return {
    scans,
    packageIds: listIds(scans),
    isWaiting: scans.some(({ signal }) => signal === 'waiting'),
    scan,
    remove: (id: number) => change(now.current.filter((one) => one.id !== id)),
  }
}
