import type { Read } from '../../lib/api.ts'
import { mayNow } from '../../lib/session.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import type { ExportOrder } from './run-export.tsx'

/** Loads the code only when an export starts. */
export const startExport = (order: ExportOrder) =>
  void import('./run-export.tsx').then(
    ({ runExport }) => runExport(order),
    () => toastError('No se pudo exportar; intente de nuevo'),
  )

/** Returns none for a user who may not export. */
export function exportItems({ queryKey: [endpoint, request] }: Pick<Read<unknown>, 'queryKey'>): MenuItem[] {
  if (!mayNow('lists.export')) return []
  const { page: _, limit: __, ...query } = Object(Object(request).query)
  const { params } = Object(request)
  const path = endpoint.slice('GET '.length).replace(/:(\w+)/g, (___, name: string) => String(Object(params)[name]))
  const run = (format: string) => () => startExport({ path: `${path}/export`, query: { ...query, format } })
  return [
    { label: 'Exportar a Excel', lateIcon: 'sheet', run: run('xlsx') },
    { label: 'Exportar a CSV', lateIcon: 'text', run: run('csv') },
  ]
}
