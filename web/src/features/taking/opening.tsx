import { type CashDrawer, type OpeningDraft, openingDraft } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
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

/** Enter goes to the next currency, and in the last one opens; as in the count. */
function goDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const next = fields[fields.findIndex((field) => field.matches(':focus')) + 1]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

export function OpeningFields({ currencies }: { currencies: readonly Currency[] }) {
  return (
    <>
      <p className="mt-0.5 mb-4 text-body text-muted">Cuente el fondo con el que empieza el turno.</p>
      <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2" onKeyDown={goDown}>
        {currencies.map((currency, index) => (
          <Fields.Decimal
            key={currency.id}
            name={`opening.${index}.amount`}
            label={`Fondo en ${currency.name}`}
            before={currency.symbol}
          />
        ))}
      </fieldset>
    </>
  )
}
