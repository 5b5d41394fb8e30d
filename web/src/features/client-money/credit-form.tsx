import { type CreditAdjustmentDraft, creditAdjustmentDraft } from '@casillero/shared/contract/client-account'
import type { Client } from '@casillero/shared/contract/clients'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { MoneyFields } from '../taking/money-fields.tsx'

type Form = z.input<typeof creditAdjustmentDraft>

const Fields = createFields<Form>()

const texts = {
  title: 'Ajustar saldo a favor',
  save: 'Guardar ajuste',
  saving: 'Guardando...',
  saved: 'Saldo a favor ajustado',
  failed: 'Error al ajustar el saldo a favor',
}

const directions = [
  { value: 'in', label: 'Sumar', icon: <Plus size={16} aria-hidden="true" /> },
  { value: 'out', label: 'Restar', icon: <Minus size={16} aria-hidden="true" /> },
]

export function CreditForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const [key] = useState(newIdempotencyKey)
  const { data } = useQuery({ ...read('GET /api/currencies/active'), meta: { failed: 'Error al cargar datos' } })
  if (data === undefined) return <DialogWait onClose={onClose} />
  const currency = data.data.find(({ isDefault }) => isDefault) ?? data.data[0]
  return (
    <FormDialog<Form, CreditAdjustmentDraft>
      texts={{ ...texts, badge: client.casillero }}
      size="lg"
      schema={creditAdjustmentDraft}
      values={{ direction: 'in', currencyId: currency?.id ?? '', reason: '' }}
      save={(body) =>
        call('POST /api/clients/:id/credit', {
          params: { id: client.id },
          body,
          headers: { 'Idempotency-Key': key },
        })
      }
      onClose={onClose}
    >
      <CreditFields clientId={client.id} currencies={data.data} />
    </FormDialog>
  )
}

type CreditFieldsProps = {
  clientId: string
  currencies: readonly { id: string; code: string; name: string; symbol: string }[]
}

function CreditFields({ clientId, currencies }: CreditFieldsProps) {
  const currencyId = useWatch<Form, 'currencyId'>({ name: 'currencyId' })
  const account = useQuery(read('GET /api/clients/:id/account', { params: { id: clientId } }))
  const symbol = currencies.find(({ id }) => id === currencyId)?.symbol ?? ''
  const balance = account.data?.data.credit.find((sum) => sum.currencyId === currencyId)?.amount ?? 0
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
      <Fields.Segmented name="direction" label="Ajuste" choices={directions} className="col-span-2" />
      <MoneyFields
        currencies={currencies}
        symbol={symbol}
        amountHelp={`Tiene ${formatMoney(balance, symbol)}`}
        example="compensación por demora"
      />
    </div>
  )
}
