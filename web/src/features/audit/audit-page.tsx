import { useQuery } from '@tanstack/react-query'
import { FilterLine, FilterWait } from '../../crud/filter-line.tsx'
import { useFilters } from '../../crud/list-filter.ts'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { exportItems } from '../exports/export-items.ts'
import { AuditCard, auditColumns } from './audit-columns.tsx'
import { sentenceOfDeed } from './audit-deed.ts'
import { auditReaders } from './audit-filter.ts'
import type { Names } from './audit-formats.ts'

const AuditFilters = defer(() => import('./audit-filters.tsx').then((module) => module.AuditFilters), FilterWait)

const texts = {
  title: 'Bitácora',
  create: '',
  empty: 'No se encontraron movimientos',
  emptyHint: 'Cada cambio que alguien guarda queda aquí, con quién y cuándo.',
  failed: 'Error al cargar la bitácora',
}

export function AuditPage() {
  const { state, query: filter, clear, order } = useFilters(auditReaders, '-at')
  const readLog = ({ page }: ListQuery) => read('GET /api/audit', { query: { page, ...filter } })
  const resource = useResource(readLog, texts)
  const names = useNames()

  return (
    <Page title={texts.title} menu={exportItems(readLog(state.query))}>
      <FilterLine
        list="audit"
        state={state}
        total={resource.query.data?.pagination.total}
        isFiltered={clear !== undefined}
        Parts={AuditFilters}
      />
      <ResourceList
        texts={texts}
        resource={resource}
        onClearFilters={clear}
        table={{
          columns: auditColumns(names),
          order,
          card: (entry) => <AuditCard entry={entry} names={names} />,
          formatName: sentenceOfDeed,
          look: { minWidth: 820, rowHeight: 56, rowClass: () => '[&>td]:py-3 [&>td]:align-top' },
        }}
      />
    </Page>
  )
}

function useNames(): Names {
  const statuses = useQuery(read('GET /api/statuses')).data?.data ?? []
  const tariffs = useQuery(read('GET /api/tariffs')).data?.data ?? []
  return new Map([...statuses, ...tariffs].map(({ id, name }) => [id, name]))
}
