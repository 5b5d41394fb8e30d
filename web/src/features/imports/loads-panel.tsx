import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { LoadsList } from './loads-list.tsx'

export function LoadsPanel() {
  return (
    <LoadsList
      empty={
        <Surface>
          <EmptyState title="Todavía no hay cargas" hint="Importe desde el menú ⋮ de Clientes, Paquetes o Tarifas." />
        </Surface>
      }
    />
  )
}
