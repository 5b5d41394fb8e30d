import type { ComponentProps } from 'react'
import { choiceField } from '../../../crud/filter-fields.tsx'
import type { FilterParts } from '../../../crud/filter-line.tsx'
import { ListFilters } from '../../../crud/list-filters.tsx'
import { shippingKindChoices } from '../../tariffs/shipping-kind.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export const LateFilters = ({ state, total, startsOpen }: ComponentProps<FilterParts>) => (
  <ListFilters
    list="late_packages"
    state={state}
    total={total}
    startsOpen={startsOpen}
    nouns={['paquete', 'paquetes']}
    fields={[
      choiceField(state, 'shippingMethod', 'Método', shippingKindChoices),
      choiceField(state, 'told', 'Aviso', [
        { value: 'false', label: 'No avisado' },
        { value: 'true', label: 'Avisado' },
      ]),
    ]}
  />
)
