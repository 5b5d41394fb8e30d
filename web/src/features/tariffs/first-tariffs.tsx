import { decimal } from '@casillero/shared/contract/schema'
import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { proposedTariffName } from './shipping-kind.tsx'

const price = z.nullable(decimal({ min: 0.01, max: 999.99, decimals: 2, error: 'Ingrese un precio por libra válido' }))
const draft = z.object({ aereo: price, maritimo: price }).check(
  z.refine(({ aereo, maritimo }) => aereo !== null || maritimo !== null, {
    path: ['aereo'],
    error: 'Ingrese al menos un precio',
  }),
)
type Form = z.input<typeof draft>

const Fields = createFields<Form>()

const texts = {
  title: 'Sus tarifas',
  save: 'Guardar tarifas',
  saving: 'Guardando...',
  saved: 'Tarifas guardadas',
  failed: 'Error al guardar las tarifas',
}

/** Asks only for prices. */
export function FirstTariffs({ onClose }: { onClose: () => void }) {
  // A tariff already saved is not saved again when the other was refused.
  const made = useRef(new Set<ShippingKind>())
  const save = async (prices: z.output<typeof draft>) => {
    for (const type of ['aereo', 'maritimo'] as const) {
      const pricePerPound = prices[type]
      if (pricePerPound === null || made.current.has(type)) continue
      await call('POST /api/tariffs', {
        body: { name: proposedTariffName(type), type, pricePerPound, isDefault: true },
      })
      made.current.add(type)
    }
  }
  return (
    <FormDialog
      texts={texts}
      size="md"
      schema={draft}
      values={{ aereo: null, maritimo: null }}
      save={save}
      onClose={onClose}
    >
      <p className="pb-3 text-body text-muted">
        ¿Cuánto cobra por libra? Deje vacío el método que no ofrece. Después puede cambiarlas en Tarifas.
      </p>
      <div className="grid gap-x-4 gap-y-3 pb-5 sm:grid-cols-2">
        {(['aereo', 'maritimo'] as const).map((type) => (
          <Fields.Decimal key={type} name={type} label={proposedTariffName(type)} before="US$" after="/lb" />
        ))}
      </div>
    </FormDialog>
  )
}
