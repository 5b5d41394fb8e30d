import { Pencil, Trash2 } from 'lucide-react'
import type { MenuItem } from '../ui/overlays/menu.tsx'

type RowActions<Row> = {
  /** Left out for a user who may not. */
  edit?: ((row: Row) => void) | undefined
  remove?: ((row: Row) => void) | undefined
  /** Why it cannot be deleted now. */
  whyItStays?: (row: Row) => string | undefined
}

/** The actions that most rows have: edit first, delete last. */
export function rowActions<Row>(row: Row, { edit, remove, whyItStays }: RowActions<Row>): MenuItem[] {
  const actions: MenuItem[] = []
  if (edit) actions.push({ label: 'Editar', icon: <Pencil size={18} />, run: () => edit(row) })
  if (remove) {
    const blocked = whyItStays?.(row)
    actions.push({ label: 'Eliminar', icon: <Trash2 size={18} />, tone: 'danger', blocked, run: () => remove(row) })
  }
  return actions
}
