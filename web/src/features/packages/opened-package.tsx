import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { PackageDialog } from './package-dialog.tsx'

const failed = 'Error al cargar el paquete'
const LostPackage = defer(() => import('./lost-package.tsx').then((module) => module.LostPackage), DialogWait)

type OpenedPackageProps = {
  id: string
  /** The list has it already, so nothing is waited for. */
  row: CourierPackage | undefined
  onClose: () => void
}

/** The package that the address names. */
export function OpenedPackage({ id, row, onClose }: OpenedPackageProps) {
  // Kept as it was opened: the list may leave it out while the form is open.
  const [known] = useState(row)
  const query = useQuery({
    ...read('GET /api/packages/:id', { params: { id } }),
    enabled: known === undefined,
    meta: { failed },
  })
  const [found, setFound] = useState(known)
  const loaded = query.data?.data
  if (found === undefined && loaded !== undefined) setFound(loaded)
  if (found !== undefined) return <PackageDialog courierPackage={found} onClose={onClose} />
  if (!query.isError) return <DialogWait onClose={onClose} />
  return <LostPackage error={query.error} failed={failed} onRetry={() => void query.refetch()} onClose={onClose} />
}
