import { type CashDrawer, type OpeningDraft, openingDraft } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormBody, useSavedForm } from '../../crud/saved-form.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { fieldsOf } from '../../ui/forms/form-fields.tsx'
import { Surface } from '../../ui/layout/surface.tsx'

type Form = z.input<typeof openingDraft>

const Fields = fieldsOf<Form>()

const texts = { saved: 'Turno abierto', failed: 'Error al abrir el turno' }

type OpenFormProps = { drawer: CashDrawer; currencies: readonly Currency[]; onOpened: () => void }

/** Opens a drawer with what lies in it. */
export function OpenForm({ drawer, currencies, onOpened }: OpenFormProps) {
  const id = useId()
  const [key] = useState(newIdempotencyKey)
  const queries = useQueryClient()
  const save = async (body: OpeningDraft) => {
    try {
      await call('POST /api/cash-sessions', { body, headers: { 'Idempotency-Key': key } })
    } catch (error) {
      // Another user may have opened it meanwhile.
      void queries.invalidateQueries()
      throw error
    }
  }
  const saved = useSavedForm<Form, OpeningDraft>({
    texts,
    schema: openingDraft,
    values: { drawerId: drawer.id, opening: currencies.map((one) => ({ currencyId: one.id, amount: 0 })) },
    save,
    onSaved: onOpened,
  })
  return (
    <FormProvider {...saved.form}>
      <Surface className="max-w-[560px]">
        <FormBody id={id} saved={saved} className="p-4 md:p-5">
          <h2 className="font-semibold text-card">{`Abrir ${drawer.name}`}</h2>
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
          <div className="mt-5 flex justify-end">
            <Button
              type="submit"
              variant="primary"
              className="max-md:w-full"
              busy={saved.isSaving}
              busyLabel="Abriendo..."
            >
              Abrir turno
            </Button>
          </div>
        </FormBody>
      </Surface>
    </FormProvider>
  )
}
