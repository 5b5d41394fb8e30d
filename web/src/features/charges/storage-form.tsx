import { type Charge, chargeDraft } from '@casillero/shared/contract/charges'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { chargeCalls } from './charge-form.tsx'
import { describeStorage } from './charge-texts.ts'

type Form = z.input<typeof chargeDraft>

const Fields = createFields<Form>()

export function StorageForm({ rule, onClose }: { rule: Charge | undefined; onClose: () => void }) {
  return (
    <RecordForm
      thing="el almacenaje"
      calls={chargeCalls}
      row={rule}
      size="lg"
      schema={chargeDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={120}
          help="Así lo lee el cliente en su factura"
          className="col-span-2"
        />
        <Fields.Decimal name="storage.freeDays" label="Días gratis" required decimals={0} after="días" />
        <Fields.Decimal name="price" label="Después, cada día" required before="US$" />
        <Fields.Decimal name="storage.maximum" label="Máximo por paquete" before="US$" placeholder="Sin máximo" />
        <Fields.Decimal
          name="storage.noticeDays"
          label="Avisar antes"
          decimals={0}
          after="días"
          placeholder="Sin aviso"
          help="Por WhatsApp, con la plantilla Recordatorio"
        />
        <Fields.Check name="storage.isPerPound" label="Por libra, y no por paquete" className="col-span-2" />
        <Fields.Check name="isActive" label="Activo" className="col-span-2" />
        <Sentence />
      </div>
    </RecordForm>
  )
}

function Sentence() {
  const [price, storage] = useWatch<Form, ['price', 'storage']>({ name: ['price', 'storage'] })
  const { freeDays, isPerPound, maximum, noticeDays } = storage ?? {}
  if (typeof price !== 'number' || typeof freeDays !== 'number') return null
  const rule = { freeDays, isPerPound: isPerPound === true, maximum: maximum ?? null, noticeDays: noticeDays ?? null }
  return (
    <p className="col-span-2 rounded-md border border-line bg-surface-2 px-3 py-2 text-body">
      {describeStorage({ price, storage: rule })}
    </p>
  )
}

function toFormValues(rule: Charge | undefined): WholeForm<Form> {
  const { name = 'Almacenaje', price = null, storage, isActive = true, version } = rule ?? {}
  return {
    name,
    kind: 'storage',
    price,
    minimum: null,
    isPerHundred: false,
    isAutomatic: true,
    shippingMethod: '',
    tariffIds: [],
    valueFrom: null,
    asksReason: true,
    storage: storage ?? { freeDays: 7, isPerPound: false, maximum: null, noticeDays: 2 },
    isActive,
    version,
  }
}
