import type { ComponentProps } from 'react'
import { selectField } from '../../../crud/filter-fields.tsx'
import type { FilterParts } from '../../../crud/filter-line.tsx'
import { ListFilters } from '../../../crud/list-filters.tsx'

/** docs/product/lists-and-forms.md, "Filters". */
export const LateFilters = ({ state, total, startsOpen }: ComponentProps<FilterParts>) => (
  <ListFilters
    list="late_packages"
    state={state}
    total={total}
    startsOpen={startsOpen}
    nouns={['paquete', 'paquetes']}
    fields={[
      selectField(state, 'shippingMethod', 'Método', {
        any: 'Todos los métodos',
        other: '',
        choices: [
          { value: 'aereo', label: 'Aéreo' },
          { value: 'maritimo', label: 'Marítimo' },
        ],
      }),
      selectField(state, 'told', 'Aviso', {
        any: 'Todos',
        other: '',
        choices: [
          { value: 'false', label: 'No avisado' },
          { value: 'true', label: 'Avisado' },
        ],
      }),
    ]}
  />
)
