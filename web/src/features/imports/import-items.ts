import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { useNavigate } from 'react-router'
import { useMay } from '../../lib/session.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

const labels: Partial<Record<ImportKind, string>> = { statuses: 'Importar estados', charges: 'Importar cargos' }

/** Returns none for a user who may not import. */
export function useImportItems(...kinds: ImportKind[]): MenuItem[] {
  const may = useMay()
  const navigate = useNavigate()
  if (!may('imports.write')) return []
  return kinds.map((kind) => ({
    label: labels[kind] ?? 'Importar',
    lateIcon: 'upload',
    run: () => void navigate(`/importar/${kind}`),
  }))
}
