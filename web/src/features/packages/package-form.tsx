import { type CourierPackage, type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call, describeError, read } from '../../lib/api.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { TabPanel } from '../../ui/layout/tabs.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { MessageTab } from '../messages/message-list.tsx'
import { EstimatedTotal } from './estimated-total.tsx'
import { type ScannedOwner, withOwner } from './find-owner.ts'
import { LabelButton } from './label-button.tsx'
import { NewPackages } from './new-packages.tsx'
import { type PackageChoices, usePackageChoices } from './package-choices.ts'
import { PackageDetails } from './package-details.tsx'
import { fieldsOfPackage } from './package-draft.ts'
import { PackageHistory } from './package-history.tsx'
import { PackagePhotos } from './package-photos.tsx'
import { type PackageTab, PackageTabs } from './package-tabs.tsx'
import { type PackageClient, tariffOfOwner } from './package-tariff.ts'
import { packageNumber } from './package-text.ts'
import { ShipmentLink } from './shipment-link.tsx'

const { editing } = savingTexts('el paquete')

/** Few changes need it; where it fails, the messages of the package offer the same. */
async function offer(client: QueryClient, packageId: string): Promise<void> {
  const module = await import('../messages/offer-correction.ts').catch(() => undefined)
  await module?.offerCorrection(client, [packageId], editing.saved)
}

type PackageFormProps = {
  courierPackage?: CourierPackage | undefined
  owner?: PackageClient | undefined
  onOpenOther: (courierPackage: CourierPackage) => void
  onClose: () => void
}

export function PackageForm({ courierPackage, owner, onOpenOther, onClose }: PackageFormProps) {
  const choices = usePackageChoices()
  const client = useQueryClient()
  const openOther = async (id: string) => {
    try {
      onOpenOther((await client.fetchQuery(read('GET /api/packages/:id', { params: { id } }))).data)
    } catch (error) {
      toastError(describeError(error, 'Error al cargar los paquetes'))
    }
  }
  if (choices === undefined) return <DialogWait onClose={onClose} />
  const rest = { choices, onOpenOther: (id: string) => void openOther(id), onClose }
  return courierPackage === undefined ? (
    <NewPackages {...rest} client={owner} />
  ) : (
    <EditedPackage courierPackage={courierPackage} {...rest} />
  )
}

type EditedPackageProps = {
  courierPackage: CourierPackage
  choices: PackageChoices
  onOpenOther: (packageId: string) => void
  onClose: () => void
}

function EditedPackage({ courierPackage, choices, onOpenOther, onClose }: EditedPackageProps) {
  const [current, setCurrent] = useState(courierPackage)
  const [tab, setTab] = useState<PackageTab>('details')
  const owner = useRef<ScannedOwner>(undefined)
  const client = useQueryClient()

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
          <p className="px-4 text-label empty:hidden md:px-5">
            <ShipmentLink courierPackage={current} />
          </p>
          <PackageDetails courierPackage={current} choices={choices} onOpenOther={onOpenOther} owner={owner} />
        </TabPanel>
      </div>
      {tab === 'photos' && (
        <TabPanel id="photos">
          <PackagePhotos courierPackage={current} />
        </TabPanel>
      )}
      {tab === 'messages' && (
        <TabPanel id="messages">
          <MessageTab filter={{ packageId: current.id }} />
        </TabPanel>
      )}
      {tab === 'history' && (
        <TabPanel id="history" tabIndex={0} className="focus-visible:-outline-offset-2">
          <PackageHistory courierPackage={current} statuses={choices.statuses} />
        </TabPanel>
      )}
    </FormDialog>
  )
}
