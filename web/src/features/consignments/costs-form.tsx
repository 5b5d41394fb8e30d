import type { Currency } from '@casillero/shared/contract/currencies'
import { type CostsDraft, costsDraft, type Reconciliation } from '@casillero/shared/contract/reconciliations'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { findUsd, toCostsInput } from './costs-draft.ts'

type Form = z.input<typeof costsDraft>

const Fields = createFields<Form>()

type CostsFormProps = { id: string; figures: Reconciliation; onClose: () => void }

export function CostsForm({ id, figures, onClose }: CostsFormProps) {
  const [key] = useState(newIdempotencyKey)
  const currencies = useQuery(read('GET /api/currencies/active')).data?.data
  if (currencies === undefined) return <DialogWait onClose={onClose} />
  return (
    <FormDialog<Form, CostsDraft>
      texts={{
        title: 'Costos del embarque',
        save: 'Guardar costos',
        saving: 'Guardando...',
        saved: 'Costos guardados',
        failed: 'Error al guardar los costos',
      }}
      size="lg"
      schema={costsDraft}
      values={toFormValues(figures, currencies)}
      save={(body) =>
        call('PUT /api/shipments/:id/costs', { params: { id }, body, headers: { 'Idempotency-Key': key } })
      }
      reload={async () => {
        const { data } = await call('GET /api/shipments/:id/reconciliation', { params: { id } })
        return toFormValues(data, currencies)
      }}
      onClose={onClose}
    >
      <CostFields currencies={currencies} />
    </FormDialog>
  )
}

function toFormValues(figures: Reconciliation, currencies: readonly Currency[]): Form {
  const draft = toCostsInput(figures)
  const first = { id: '', concept: 'Agente', currencyId: findUsd(currencies), amount: null, pricePerPound: null }
  return draft.costs.length === 0 ? { ...draft, costs: [first] } : draft
}

function CostFields({ currencies }: { currencies: readonly Currency[] }) {
  const { fields, append, remove } = useFieldArray<Form, 'costs'>({ name: 'costs' })
  const rows = useWatch<Form, 'costs'>({ name: 'costs' })
  const options = currencies.map(({ id, code }) => ({ value: id, label: code }))
  const findSymbol = (index: number) => currencies.find(({ id }) => id === rows[index]?.currencyId)?.symbol
  return (
    <div className="grid gap-3 pt-1 pb-5">
      <Fields.Decimal name="billedWeight" label="Libras que cobra el agente" after="lbs" className="sm:max-w-60" />
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="grid grid-cols-2 gap-x-3 gap-y-2 border-line border-t pt-3 sm:grid-cols-[minmax(0,1fr)_90px_130px_130px_40px]"
        >
          <legend className="sr-only">{`Costo ${index + 1}`}</legend>
          <Fields.Text
            name={`costs.${index}.concept`}
            label="Concepto"
            required
            maxLength={120}
            className="max-sm:col-span-2"
          />
          <Fields.Select name={`costs.${index}.currencyId`} label="Moneda" options={options} />
          <Fields.Decimal
            name={`costs.${index}.pricePerPound`}
            label="Por libra"
            decimals={4}
            before={findSymbol(index)}
          />
          <Fields.Decimal
            name={`costs.${index}.amount`}
            label="Monto"
            before={findSymbol(index)}
            readOnly={(rows[index]?.pricePerPound ?? null) !== null}
          />
          <div className="self-end">
            <IconButton
              label={`Quitar costo ${index + 1}`}
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() =>
            append({ id: '', concept: '', currencyId: findUsd(currencies), amount: null, pricePerPound: null })
          }
        >
          Agregar costo
        </Button>
      </div>
    </div>
  )
}
