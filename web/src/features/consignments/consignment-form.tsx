import { type Consignment, type ConsignmentDraft, consignmentDraft } from '@casillero/shared/contract/consignments'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { awaitField, keepKeys } from '../../lib/kept-keys.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { shippingKindChoices } from '../tariffs/shipping-kind.tsx'

type Form = z.input<typeof consignmentDraft>

const Fields = createFields<Form>()
const { creating, editing } = savingTexts('el embarque')

type ConsignmentFormProps = {
  consignment?: Consignment
  onSaved?: (saved: Consignment) => void
  onClose: () => void
}

export function ConsignmentForm({ consignment, onSaved, onClose }: ConsignmentFormProps) {
  const [key] = useState(newIdempotencyKey)
  /** Later scans belong to the new shipment, so they are kept until its field is there. */
  const create = async (body: ConsignmentDraft) => {
    keepKeys()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return await call('POST /api/shipments', { body, headers: { 'Idempotency-Key': key } }).finally(awaitField)
  }
  const save = async (body: ConsignmentDraft) => {
    const { data } =
      consignment === undefined
        ? await create(body)
        : await call('PUT /api/shipments/:id', { params: { id: consignment.id }, body })
    onSaved?.(data)
  }
  return (
    <FormDialog<Form, ConsignmentDraft>
      texts={consignment === undefined ? creating : editing}
      size="md"
      schema={consignmentDraft}
      values={toFormValues(consignment)}
      save={save}
      reload={
        consignment &&
        (async () => {
          const { data } = await call('GET /api/shipments/:id', { params: { id: consignment.id } })
          return toFormValues(data)
        })
      }
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        {(consignment === undefined || consignment.packageCount === 0) && (
          <Fields.Segmented name="shippingMethod" label="Método" choices={shippingKindChoices} className="col-span-2" />
        )}
        <Fields.Text name="guide" label="Guía (AWB o BL)" maxLength={120} className="max-sm:col-span-2" />
        <Fields.Text name="carrier" label="Agente" maxLength={120} className="max-sm:col-span-2" />
        <DateField<Form> name="departsAt" label="Sale" />
        <DateField<Form> name="expectedAt" label="Se espera" />
        <Fields.Text name="note" label="Nota" maxLength={500} className="col-span-2" />
      </div>
    </FormDialog>
  )
}

const toFormValues = (consignment?: Consignment): Form => ({
  shippingMethod: consignment?.shippingMethod ?? 'aereo',
  guide: consignment?.guide ?? '',
  carrier: consignment?.carrier ?? '',
  departsAt: consignment?.departsAt ?? '',
  expectedAt: consignment?.expectedAt ?? '',
  note: consignment?.note ?? '',
  version: consignment?.version,
})
