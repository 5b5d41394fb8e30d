import { type CashMovementDraft, cashMovementDraft } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import type { OpenDrawer } from '../taking/device-drawer.ts'
import { MoneyFields } from '../taking/money-fields.tsx'

type Form = z.input<typeof cashMovementDraft>

const Fields = createFields<Form>()

const texts = {
  title: 'Movimiento',
  save: 'Guardar movimiento',
  saving: 'Guardando...',
  saved: 'Movimiento guardado',
  failed: 'Error al guardar el movimiento',
}

const directions = [
  { value: 'out', label: 'Salida', icon: <ArrowUpRight size={16} aria-hidden="true" /> },
  { value: 'in', label: 'Entrada', icon: <ArrowDownLeft size={16} aria-hidden="true" /> },
]

type MovementFormProps = {
  sessionId: string
  currencies: readonly Currency[]
  /** The other drawers that are open, for a transfer. */
  others: readonly OpenDrawer[]
  onClose: () => void
}

/** Cash put in or taken out, from or to another drawer too. */
export function MovementForm({ sessionId, currencies, others, onClose }: MovementFormProps) {
  const [key] = useState(newIdempotencyKey)
  const save = (body: CashMovementDraft) =>
    call('POST /api/cash-sessions/:id/movements', {
      params: { id: sessionId },
      body,
      headers: { 'Idempotency-Key': key },
    })
  const currency = currencies.find(({ isDefault }) => isDefault) ?? currencies[0]
  return (
    <FormDialog<Form, CashMovementDraft>
      texts={texts}
      size="lg"
      schema={cashMovementDraft}
      values={{ direction: 'out', currencyId: currency?.id ?? '', reason: '', otherDrawerId: '' }}
      save={save}
      onClose={onClose}
    >
      <MovementFields currencies={currencies} others={others} />
    </FormDialog>
  )
}

function MovementFields({ currencies, others }: Pick<MovementFormProps, 'currencies' | 'others'>) {
  const [direction, currencyId] = useWatch<Form, ['direction', 'currencyId']>({ name: ['direction', 'currencyId'] })
  const symbol = currencies.find(({ id }) => id === currencyId)?.symbol
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
      <Fields.Segmented name="direction" label="Tipo" choices={directions} className="col-span-2" />
      <MoneyFields currencies={currencies} symbol={symbol} example="depósito en el banco" />
      {others.length > 0 && (
        <Fields.Select
          name="otherDrawerId"
          label={direction === 'in' ? 'Viene de la caja' : 'Va a la caja'}
          help="La otra caja recibe la otra mitad del traslado"
          className="col-span-2"
          options={[{ value: '', label: 'Ninguna' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </div>
  )
}
