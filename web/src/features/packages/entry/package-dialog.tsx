import { type CourierPackage, type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { LostRow } from '../../../crud/lost-row.tsx'
import { savingTexts } from '../../../crud/record-texts.ts'
import { call, read } from '../../../lib/api.ts'
import { useMay } from '../../../lib/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { TabPanel } from '../../../ui/layout/tabs.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogWait } from '../../../ui/overlays/dialog-wait.tsx'
import { HandoverNote } from '../../handover/handover-note.tsx'
import { MessageTab } from '../../messages/message-list.tsx'
import { LabelButton } from '../labels/label-button.tsx'
import { type PackageChoices, usePackageChoices } from '../package-choices.ts'
import { findInvoice, packageNumber, promiseText } from '../package-text.ts'
import { PackagePhotos } from '../photos/package-photos.tsx'
import { PackageHistory } from '../view/package-history.tsx'
import { type PackageTab, PackageTabs } from '../view/package-tabs.tsx'
import { PackageView } from '../view/package-view.tsx'
import { ShipmentLink } from '../view/shipment-link.tsx'
import { EstimatedTotal } from './estimated-total.tsx'
import { type ScannedOwner, withOwner } from './find-owner.ts'
import { useOtherPackage } from './other-package.tsx'
import { PackageDetails } from './package-details.tsx'
import { fieldsOfPackage } from './package-draft.ts'
import { tariffOfOwner } from './package-tariff.ts'

const { editing } = savingTexts('el paquete')

/** Loaded on demand, because few changes need it. If loading fails, the package's messages offer the same. */
async function offer(client: QueryClient, packageId: string): Promise<void> {
  const module = await import('../../messages/offer-correction.ts').catch(() => undefined)
  await module?.offerCorrection(client, [packageId], editing.saved)
}

type PackageFormProps = { courierPackage: CourierPackage; onClose: () => void }

function PackageForm(props: PackageFormProps) {
  const choices = usePackageChoices()
  if (choices === undefined) return <DialogWait onClose={props.onClose} />
  return <EditedPackage {...props} choices={choices} />
}

function EditedPackage({ courierPackage, choices, onClose }: PackageFormProps & { choices: PackageChoices }) {
  const [current, setCurrent] = useState(courierPackage)
  const [tab, setTab] = useState<PackageTab>('details')
  const owner = useRef<ScannedOwner>(undefined)
  const client = useQueryClient()
  const other = useOtherPackage(PackageDialog)

  const save = async (draft: PackageDraft) => {
    const body = await withOwner(
      draft,
      owner.current,
      tariffOfOwner(courierPackage, choices.tariffs, draft.shippingMethod),
    )
    const saved = await call('PUT /api/packages/:id', { params: { id: courierPackage.id }, body })
    const { weight, totalPrice } = saved.data
    if (weight !== current.weight || totalPrice !== current.totalPrice) void offer(client, courierPackage.id)
    return saved
  }
  const reload = async () => {
    const { data } = await call('GET /api/packages/:id', { params: { id: courierPackage.id } })
    setCurrent(data)
    return fieldsOfPackage(data)
  }

  return (
    <>
      <FormDialog
        texts={{ ...editing, badge: packageNumber(current) }}
        size="3xl"
        schema={packageDraft}
        values={fieldsOfPackage(courierPackage)}
        save={tab === 'details' ? save : undefined}
        reload={reload}
        head={<PackageTabs courierPackage={current} current={tab} onChange={setTab} />}
        foot={{
          ...(tab === 'details' ? { start: <EstimatedTotal courierPackage={current} choices={choices} /> } : {}),
          beside: <LabelButton label="Etiqueta" names={() => [current.id]} className="max-md:flex-1" />,
        }}
        onClose={onClose}
      >
        <div hidden={tab !== 'details'}>
          <TabPanel id="details">
            <p className="flex flex-wrap items-center gap-x-3 text-label empty:hidden">
              <ShipmentLink courierPackage={current} />
              {promiseText(current)}
            </p>
            <PackageDetails courierPackage={current} choices={choices} onOpenOther={other.open} owner={owner} />
          </TabPanel>
        </div>
        <OtherTab tab={tab} courierPackage={current} statuses={choices.statuses} />
      </FormDialog>
      {other.dialog}
    </>
  )
}

type OtherTabProps = { tab: PackageTab; courierPackage: CourierPackage; statuses: PackageChoices['statuses'] }

function OtherTab({ tab, courierPackage, statuses }: OtherTabProps) {
  return (
    <>
      {tab === 'photos' && (
        <TabPanel id="photos">
          <PackagePhotos courierPackage={courierPackage} />
        </TabPanel>
      )}
      {tab === 'messages' && (
        <TabPanel id="messages">
          <MessageTab filter={{ packageId: courierPackage.id }} />
        </TabPanel>
      )}
      {tab === 'history' && (
        <TabPanel id="history" tabIndex={0} className="focus-visible:-outline-offset-2">
          <PackageHistory courierPackage={courierPackage} statuses={statuses} />
        </TabPanel>
      )}
    </>
  )
}

/** Opens the photos over the package's invoice. */
function PhotosButton({ courierPackage }: { courierPackage: CourierPackage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<Images size={16} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Fotos
      </Button>
      {isOpen && <PhotosDialog courierPackage={courierPackage} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type PhotosDialogProps = { courierPackage: CourierPackage; onClose: () => void }

const PhotosDialog = ({ courierPackage, onClose }: PhotosDialogProps) => (
  <Dialog
    title="Fotos del paquete"
    badge={<Tag>{packageNumber(courierPackage)}</Tag>}
    size="3xl"
    firstFocus="[data-close]"
    onClose={onClose}
    footer={
      <Button data-close variant="primary" className="max-md:flex-1" onClick={onClose}>
        Cerrar
      </Button>
    }
  >
    <div className="px-4 md:px-5">
      <PackagePhotos courierPackage={courierPackage} />
    </div>
  </Dialog>
)

const InvoiceDetailDialog = defer(
  () => import('../../invoices/invoice-detail.tsx').then((module) => module.InvoiceDetailDialog),
  DialogWait,
)

/** An invoiced package opens its invoice. A user who may not change the package gets a read-only view. */
export function PackageDialog({ courierPackage, onClose }: PackageFormProps) {
  const may = useMay()
  const invoice = findInvoice(courierPackage)
  if (invoice !== undefined) {
    return (
      <InvoiceDetailDialog
        invoiceId={invoice.id}
        packageId={courierPackage.id}
        note={
          <>
            <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
              {`Paquete ${packageNumber(courierPackage)}`}
              <ShipmentLink courierPackage={courierPackage} />
              {promiseText(courierPackage)}
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
  if (!may('packages.write')) return <PackageView courierPackage={courierPackage} onClose={onClose} />
  return <PackageForm courierPackage={courierPackage} onClose={onClose} />
}

const failed = 'Error al cargar el paquete'
type OpenedPackageProps = {
  id: string
  /** Taken from the list, so that nothing has to load. */
  row: CourierPackage | undefined
  onClose: () => void
}

export function OpenedPackage({ id, row, onClose }: OpenedPackageProps) {
  // The list may drop the row while the form is open.
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
