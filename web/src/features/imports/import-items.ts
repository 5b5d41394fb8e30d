import { mayWait } from '@casillero/shared/domain/charges'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

const labels: Partial<Record<ImportKind, string>> = { statuses: 'Importar estados', charges: 'Importar cargos' }

/** Builds the menu items of a list to those who may bring in a file. */
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

/** Builds the menu item for charges, where the company has one that can wait on a package; asked once the list `isListed`. */
export function useChargesItem(isListed: boolean): MenuItem[] {
  const charges = useQuery({ ...read('GET /api/charges', { query: {} }), enabled: isListed })
  return useImportItems(...(charges.data?.data.some(mayWait) === true ? (['charges'] as const) : []))
}
