import { type CourierPackage, type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read, sentenceOf } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { DialogSlot, DialogWait } from '../../ui/dialog-slot.tsx'
import { TabPanel } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast.tsx'
import { type PackageChoices, usePackageChoices } from './package-choices.ts'
import { PackageDetails } from './package-details.tsx'
import { fieldsOfPackage, newPackage, type PackageFields } from './package-draft.ts'
import { historyCount, PackageHistory } from './package-history.tsx'
import { type PackageTab, PackageTabs } from './package-tabs.tsx'
import { pricePerPoundOf } from './package-tariff.ts'
import { invoiceOf, packageNumber } from './package-text.ts'
import { PackageView } from './package-view.tsx'

const InvoiceDetailDialog = lazy(() =>
  import('../invoices/invoice-detail.tsx').then((module) => ({ default: module.InvoiceDetailDialog })),
)

const creating = {
  title: 'Nuevo Paquete',
  save: 'Crear Paquete',
  saving: 'Creando...',
  saved: 'Paquete creado exitosamente',
  failed: 'Error al guardar el paquete',
}
const editing = {
  title: 'Editar Paquete',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  saved: 'Paquete actualizado exitosamente',
  failed: 'Error al guardar el paquete',
}

type PackageDialogProps = { parcel?: CourierPackage | undefined; onClose: () => void }

/** An invoiced package opens its invoice, another its form, or what is in it for whoever may not change it. */
export function PackageDialog({ parcel, onClose }: PackageDialogProps) {
  const may = useMay()
  const choices = usePackageChoices()
  const invoice = parcel && invoiceOf(parcel)
  if (invoice !== undefined)
    return <InvoiceDetailDialog invoiceId={invoice.id} failed="Error al cargar la factura" onClose={onClose} />
  if (choices === undefined) return <DialogWait />
  if (parcel && !may('packages.write')) {
    return <PackageView parcel={parcel} statuses={choices.statuses} onClose={onClose} />
  }
  return <PackageForm parcel={parcel} choices={choices} onClose={onClose} />
}

function PackageForm({ parcel, choices, onClose }: PackageDialogProps & { choices: PackageChoices }) {
  const client = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const [current, setCurrent] = useState(parcel)
  const [tab, setTab] = useState<PackageTab>('details')
  const [other, setOther] = useState<CourierPackage>()

  const save = (body: PackageDraft) =>
    parcel === undefined
      ? call('POST /api/packages', { body, headers: { 'Idempotency-Key': key } })
      : call('PUT /api/packages/:id', { params: { id: parcel.id }, body })
  const reload = async (id: string) => {
    const { data } = await call('GET /api/packages/:id', { params: { id } })
    setCurrent(data)
    return fieldsOfPackage(data)
  }
  const openOther = async (id: string) => {
    try {
      setOther((await client.fetchQuery(read('GET /api/packages/:id', { params: { id } }))).data)
    } catch (error) {
      toastError(sentenceOf(error, 'Error al cargar los paquetes'))
    }
  }
  const details = <PackageDetails parcel={current} choices={choices} onOpenOther={(id) => void openOther(id)} />

  return (
    <>
      <FormDialog
        texts={current === undefined ? creating : { ...editing, badge: packageNumber(current) }}
        size="3xl"
        schema={packageDraft}
        values={parcel === undefined ? newPackage(choices) : fieldsOfPackage(parcel)}
        save={tab === 'details' ? save : undefined}
        reload={parcel && (() => reload(parcel.id))}
        head={current && <PackageTabs current={tab} count={historyCount(current)} onChange={setTab} />}
        aside={tab === 'details' ? <EstimatedTotal parcel={current} choices={choices} /> : undefined}
        onClose={onClose}
      >
        {current === undefined ? (
          details
        ) : (
          <>
            <div hidden={tab !== 'details'}>
              <TabPanel id="details">{details}</TabPanel>
            </div>
            {tab === 'history' && (
              <TabPanel id="history">
                <PackageHistory parcel={current} statuses={choices.statuses} />
              </TabPanel>
            )}
          </>
        )}
      </FormDialog>
      {/* Beside the form and not inside: what is submitted there must not reach this form. */}
      <DialogSlot>{other && <PackageDialog parcel={other} onClose={() => setOther(undefined)} />}</DialogSlot>
    </>
  )
}

type EstimatedTotalProps = { parcel: CourierPackage | undefined; choices: PackageChoices }

/** What the package will cost as the form stands now. */
function EstimatedTotal({ parcel, choices }: EstimatedTotalProps) {
  const [weight, tariffId, discountType, discountValue] = useWatch<
    PackageFields,
    ['weight', 'tariffId', 'discountType', 'discountValue']
  >({ name: ['weight', 'tariffId', 'discountType', 'discountValue'] })
  const { totalPrice } = packagePrice({
    weight: weight ?? null,
    pricePerPound: pricePerPoundOf(parcel, choices.tariffs, tariffId),
    discountType: discountType ?? 'none',
    discountValue: discountValue ?? null,
  })
  return (
    <output className="flex items-baseline gap-2 text-body text-muted">
      Total estimado
      <span className="font-semibold text-fg text-title">
        <Amount>{totalPrice === null ? '—' : formatMoney(totalPrice)}</Amount>
      </span>
    </output>
  )
}
