import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { LabelButton } from './label-button.tsx'
import { activeTariffs, usePackageChoices } from './package-choices.ts'
import type { PackageClient } from './package-tariff.ts'
import { findInvoice, packageNumber } from './package-text.ts'
import { PhotosButton } from './photos-button.tsx'
import { ShipmentLink } from './shipment-link.tsx'

const loadForm = () => import('./package-form.tsx').then((module) => module.PackageForm)
const PackageForm = defer(loadForm, FormWait)
const PackageView = defer(() => import('./package-view.tsx').then((module) => module.PackageView), DialogWait)
const InvoiceDetailDialog = defer(
  () => import('../invoices/invoice-detail.tsx').then((module) => module.InvoiceDetailDialog),
  DialogWait,
)
const HandoverNote = defer(() => import('../handover/handover-note.tsx').then((module) => module.HandoverNote))

/** Asks for the choices of the form while its code is on the way, which would else ask for them when it has come. */
function FormWait(props: ComponentProps<typeof DialogWait>) {
  usePackageChoices()
  return <DialogWait {...props} />
}

/** Fetches the code and the choices of the form before they are asked for, once there is nothing else to do: on a slow link they take seconds. */
export function useFormAhead(isWanted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const load = () => {
      void client.prefetchQuery(activeTariffs)
      void loadForm().catch(() => undefined)
    }
    if (typeof requestIdleCallback === 'undefined') return load()
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [isWanted, client])
}

type PackageDialogProps = {
  courierPackage?: CourierPackage | undefined
  /** The client that a new package begins with. */
  owner?: PackageClient | undefined
  onClose: () => void
}

/** A package, and over it another one that the user wants to look at meanwhile. */
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

/** An invoiced package opens its invoice, another its form, or what is in it for a user who may not change it. */
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
