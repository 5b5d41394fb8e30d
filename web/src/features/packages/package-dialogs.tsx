import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Status } from '@casillero/shared/contract/statuses'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call } from '../../lib/api.ts'
import { OpenedPackage, PackageDialog } from './package-dialog.tsx'
import { clientName, packageNumber, trackingText } from './package-text.ts'
import { ScanDialog } from './scan-dialog.tsx'
import { type StatusChange, StatusDialog } from './status-dialog.tsx'

export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'row'; id: string; row: CourierPackage | undefined }
  | { kind: 'scan' }
  | { kind: 'remove'; courierPackage: CourierPackage }
  | { kind: 'status'; status: Status }

type PackageDialogsProps = {
  open: OpenDialog
  chosen: ReadonlySet<string>
  statuses: readonly Status[]
  onDone: (change: StatusChange) => void
  onClose: () => void
}

/** The dialogs of the list of packages, whose code comes with the first of them. */
export function PackageDialogs({ open, chosen, statuses, onDone, onClose }: PackageDialogsProps) {
  switch (open.kind) {
    case 'new':
      return <PackageDialog onClose={onClose} />
    case 'row':
      return <OpenedPackage id={open.id} row={open.row} onClose={onClose} />
    case 'scan':
      return <ScanDialog statuses={statuses} onDone={onDone} onClose={onClose} />
    case 'remove':
      return <RemovePackage courierPackage={open.courierPackage} onClose={onClose} />
    case 'status':
      return <StatusDialog packageIds={[...chosen]} status={open.status} onDone={onDone} onClose={onClose} />
  }
}

function RemovePackage({ courierPackage, onClose }: { courierPackage: CourierPackage; onClose: () => void }) {
  return (
    <RemoveDialog
      thing="el paquete"
      title={`¿Eliminar el paquete ${packageNumber(courierPackage)}?`}
      run={() => call('DELETE /api/packages/:id', { params: { id: courierPackage.id } })}
      onClose={onClose}
    >
      Se eliminará el paquete{' '}
      {courierPackage.client === null ? (
        'sin cliente'
      ) : (
        <>
          de <b className="font-semibold">{clientName(courierPackage)}</b>
        </>
      )}{' '}
      ({trackingText(courierPackage)}).
    </RemoveDialog>
  )
}
