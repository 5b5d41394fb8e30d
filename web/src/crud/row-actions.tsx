import { Pencil, Trash2 } from 'lucide-react'
import type { MenuItem } from '../ui/overlays/menu.tsx'

type RowActions<Row> = {
  edit?: ((row: Row) => void) | undefined
  remove?: ((row: Row) => void) | undefined
  whyItStays?: (row: Row) => string | undefined
}

/** Edit comes first, delete last. */
export function rowActions<Row>(row: Row, { edit, remove, whyItStays }: RowActions<Row>): MenuItem[] {
  const actions: MenuItem[] = []
  if (edit) actions.push({ label: 'Editar', icon: <Pencil size={18} />, run: () => edit(row) })
  if (remove) {
    const blocked = whyItStays?.(row)
    actions.push({ label: 'Eliminar', icon: <Trash2 size={18} />, tone: 'danger', blocked, run: () => remove(row) })
  }
  return actions
}
