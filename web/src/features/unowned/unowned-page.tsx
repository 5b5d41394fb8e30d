import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { useState } from 'react'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { UnownedCard, unownedColumns } from './unowned-columns.tsx'
import { formatName } from './unowned-texts.ts'
import { useAssigning } from './use-assigning.ts'

const OwnerDialog = defer(() => import('./owner-dialog.tsx').then((module) => module.OwnerDialog), DialogWait)

const MergeDialog = defer(
  () => import('../client-merge/merge-dialog.tsx').then((module) => module.MergeDialog),
  DialogWait,
)

const texts = {
  title: 'Sin dueño',
  search: 'Texto de la etiqueta o tracking',
  create: '',
  empty: 'No hay paquetes sin dueño',
  emptyHint: 'Aquí aparecen los paquetes que se recibieron sin cliente.',
  noHits: 'Ningún paquete sin dueño',
  failed: 'Error al cargar los paquetes sin dueño',
}

const readUnowned = (query: ListQuery) => read('GET /api/packages/unowned', { query })
const none: readonly UnownedPackage[] = []

/** docs/product/packages.md, "Sin dueño". */
export function UnownedPage() {
  const may = useMay()
  const [mayAssign, mayMerge] = [may('packages.write'), may('clients.merge')]
  const isWide = useIsWide()
  const resource = useResource(readUnowned, texts)
  const rows = resource.query.data?.data ?? none
  const assigning = useAssigning(rows)
  const [isMerging, setMerging] = useState(false)
  const [searched, setSearched] = useState<UnownedPackage>()
  const offer = { assigning, onSearch: setSearched, firstId: rows[0]?.id }
  const notice = mayAssign && (
    <Checkbox
      label="Avisar al cliente al asignar"
      checked={assigning.isNotifying}
      onChange={({ target }) => assigning.setNotifying(target.checked)}
    />
  )
  const search = <ResourceSearch texts={texts} resource={resource} read={readUnowned} />
  const count = resource.query.data?.pagination.total.toLocaleString('es-NI')
  return (
    <Page
      title={texts.title}
      search={search}
      head={
        <div className="mb-3 flex items-center gap-3">
          <h1 className="font-semibold text-h1">{texts.title}</h1>
          <span className="mr-3 text-h1 text-muted tabular-nums">{count}</span>
          {notice}
          <div className="ml-auto w-[300px] shrink-0">{search}</div>
        </div>
      }
    >
      {!isWide && notice}
      <ResourceList
        texts={texts}
        resource={resource}
        table={{
          columns: unownedColumns(offer),
          card: (row) => <UnownedCard row={row} {...offer} />,
          formatName,
          look: { minWidth: 900, rowHeight: 56, isOneColumn: true },
        }}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-body text-muted">
        {mayAssign && isWide && rows.length > 0 && (
          <p>
            <kbd className="mr-1 rounded-sm border border-line bg-surface px-1.5 py-0.5 text-help">↵</kbd> asigna y pasa
            a la siguiente
          </p>
        )}
        {mayMerge && (
          <p className="ml-auto">
            Si es un cliente repetido:{' '}
            <button
              type="button"
              className="min-h-6 rounded-sm font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
              onClick={() => setMerging(true)}
            >
              Unir dos clientes
            </button>
          </p>
        )}
      </div>
      {isMerging && <MergeDialog onClose={() => setMerging(false)} />}
      {searched && (
        <OwnerDialog
          row={searched}
          onChoose={(client) => {
            setSearched(undefined)
            assigning.assign(searched, client)
          }}
          onClose={() => setSearched(undefined)}
        />
      )}
    </Page>
  )
}
