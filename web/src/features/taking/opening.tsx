import { type CashDrawer, type OpeningDraft, openingDraft } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { FormOptions } from '../../crud/server-form.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'

type Form = z.input<typeof openingDraft>

const Fields = createFields<Form>()

export const openingTexts = { saved: 'Turno abierto', failed: 'Error al abrir el turno' }

export function useOpening(drawer: CashDrawer, currencies: readonly Currency[]): FormOptions<Form, OpeningDraft> {
  const [key] = useState(newIdempotencyKey)
  const queries = useQueryClient()
  return {
    schema: openingDraft,
    values: { drawerId: drawer.id, opening: currencies.map((one) => ({ currencyId: one.id, amount: 0 })) },
    async save(body) {
      try {
        await call('POST /api/cash-sessions', { body, headers: { 'Idempotency-Key': key } })
      } catch (error) {
        // Another user may have opened it meanwhile.
        void queries.invalidateQueries()
        throw error
      }
    },
  }
}

export function OpeningFields({ currencies }: { currencies: readonly Currency[] }) {
  return (
    <>
      <p className="mt-0.5 mb-4 text-body text-muted">Cuente el fondo con el que empieza el turno.</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {currencies.map((currency, index) => (
          <Fields.Decimal
            key={currency.id}
            name={`opening.${index}.amount`}
            label={`Fondo en ${currency.name}`}
            before={currency.symbol}
          />
        ))}
      </div>
    </>
  )
}
