import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { HandoverNote } from '../handover/handover-note.tsx'
import { LabelButton } from './label-button.tsx'
import { PackageForm } from './package-form.tsx'
import type { PackageClient } from './package-tariff.ts'
import { findInvoice, packageNumber } from './package-text.ts'
import { PackageView } from './package-view.tsx'
import { PhotosButton } from './photos-button.tsx'
import { ShipmentLink } from './shipment-link.tsx'

const InvoiceDetailDialog = defer(
  () => import('../invoices/invoice-detail.tsx').then((module) => module.InvoiceDetailDialog),
  DialogWait,
)

type PackageDialogProps = {
  courierPackage?: CourierPackage | undefined
  owner?: PackageClient | undefined
  onClose: () => void
}

export function PackageDialog({ courierPackage, owner, onClose }: PackageDialogProps) {
  const [other, setOther] = useState<CourierPackage>()
  return (
    <>
      <OpenPackage courierPackage={courierPackage} owner={owner} onOpenOther={setOther} onClose={onClose} />
      {other && <PackageDialog courierPackage={other} onClose={() => setOther(undefined)} />}
    </>
  )
}

type OpenPackageProps = PackageDialogProps & { onOpenOther: (courierPackage: CourierPackage) => void }

/** An invoiced one opens its invoice; who may not change it gets its view. */
function OpenPackage({ courierPackage, owner, onOpenOther, onClose }: OpenPackageProps) {
  const may = useMay()
  const invoice = courierPackage && findInvoice(courierPackage)
  if (courierPackage !== undefined && invoice !== undefined) {
    return (
      <InvoiceDetailDialog
        invoiceId={invoice.id}
        packageId={courierPackage.id}
        note={
          <>
            <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
              {`Paquete ${packageNumber(courierPackage)}`}
              <ShipmentLink courierPackage={courierPackage} />
              <LabelButton label="Etiqueta" names={() => [courierPackage.id]} />
              <PhotosButton courierPackage={courierPackage} />
            </p>
            {courierPackage.status?.isFinalStatus && <HandoverNote packageId={courierPackage.id} className="mb-3" />}
          </>
        }
        failed="Error al cargar la factura"
        onClose={onClose}
      />
    )
  }
  if (courierPackage !== undefined && !may('packages.write'))
    return <PackageView courierPackage={courierPackage} onClose={onClose} />
  return <PackageForm courierPackage={courierPackage} owner={owner} onOpenOther={onOpenOther} onClose={onClose} />
}

const failed = 'Error al cargar el paquete'
type OpenedPackageProps = {
  id: string
  /** The list has it already. */
  row: CourierPackage | undefined
  onClose: () => void
}

export function OpenedPackage({ id, row, onClose }: OpenedPackageProps) {
  // The list may leave it out while the form is open.
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

type LostPackageProps = { error: unknown; failed: string; onRetry: () => void; onClose: () => void }

function LostPackage({ error, failed, onRetry, onClose }: LostPackageProps) {
  return (
    <Dialog title="Paquete" size="md" onClose={onClose}>
      <LostRow error={error} lost="Este paquete no existe o fue eliminado." failed={failed} onRetry={onRetry} />
    </Dialog>
  )
}
