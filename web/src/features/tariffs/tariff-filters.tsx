import type { ComponentProps } from 'react'
import { choiceField } from '../../crud/filter-fields.tsx'
import type { FilterParts } from '../../crud/filter-line.tsx'
import { ListFilters } from '../../crud/list-filters.tsx'
import { shippingKindChoices } from './shipping-kind.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export function TariffFilters({ state, total, startsOpen }: ComponentProps<FilterParts>) {
  return (
    <ListFilters
      list="tariffs"
      state={state}
      total={total}
      startsOpen={startsOpen}
      nouns={['tarifa', 'tarifas']}
      fields={[
        choiceField(state, 'type', 'Tipo', shippingKindChoices),
        choiceField(state, 'isActive', 'Estado', [
          { value: 'true', label: 'Vigentes hoy' },
          { value: 'false', label: 'Inactivas' },
        ]),
      ]}
    />
  )
}
