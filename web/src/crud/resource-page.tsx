import type { Pagination } from '@casillero/shared/contract/endpoint'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiError, describeError, type Read } from '../lib/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'
import type { MenuItem } from '../ui/overlays/menu.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { focusFilters } from './focus-filters.ts'
import { type ListQuery, type ListState, useListState } from './list-state.ts'
import { Pager, type PagerTexts } from './pager.tsx'
import { ResourceSearch } from './resource-search.tsx'

export type Reply<Row> = { data: Row[]; pagination: Pagination }

export type ResourceTexts = {
  title: string
  search: string
  create: string
  empty: string
  emptyHint: string
  /** Shown when a search finds nothing. Without it, the list says that it is empty. */
  noHits?: string
  failed: string
  offline?: string
  pager?: (page: number, pagination: Pagination) => PagerTexts
}
type ListTexts = Omit<ResourceTexts, 'search'>

export type Resource<Row> = { state: ListState; query: UseQueryResult<Reply<Row>> }

/** Keeps the old rows while the next ones load. */
export function useResource<Row>(read: (query: ListQuery) => Read<Reply<Row>>, texts: ListTexts): Resource<Row> {
  const state = useListState()
  const query = useQuery({
    ...read(state.query),
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed, offline: texts.offline },
  })
  const pages = query.isPlaceholderData ? undefined : query.data?.pagination.pages
  useEffect(() => {
    // Another user deleted the last row of the last page.
    if (pages !== undefined && state.page > pages) state.setPage(pages)
  })
  return { state, query }
}

/** A list in a dialog keeps its own state. */
export type ListPlace = Pick<ListState, 'search' | 'setSearch' | 'page' | 'setPage'>

type ResourceListProps<Row extends { id: string }> = {
  texts: ListTexts
  resource: { state: ListPlace; query: Resource<Row>['query'] }
  table: Omit<DataTableProps<Row>, 'rows' | 'label'>
  onCreate?: (() => void) | undefined
  /** Left out while nothing is filtered. */
  onClearFilters?: (() => void) | undefined
  foot?: ReactNode
}

export function ResourceList<Row extends { id: string }>(props: ResourceListProps<Row>) {
  const { texts, resource, table, onCreate, onClearFilters, foot } = props
  const { state, query } = resource
  if (query.isError) {
    const isOffline = query.error instanceof ApiError && query.error.status === 0
    const title = (isOffline ? texts.offline : undefined) ?? describeError(query.error, texts.failed)
    return (
      <Surface>
        <ErrorState
          title={title}
          icon={isOffline ? <WifiOff size={20} /> : undefined}
          onRetry={() => void query.refetch()}
        />
      </Surface>
    )
  }
  const rows = query.data?.data
  return (
    <>
      <Surface className="relative overflow-clip">
        {query.isPlaceholderData && <ProgressBar />}
        {rows?.length === 0 ? (
          <Empty texts={texts} state={state} onCreate={onCreate} onClearFilters={onClearFilters} />
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <DataTable {...table} rows={rows} label={texts.title} />
          </div>
        )}
        {foot}
      </Surface>
      <Pager
        page={state.page}
        pages={query.data?.pagination.pages ?? 1}
        onPage={state.setPage}
        texts={query.data && texts.pager?.(state.page, query.data.pagination)}
      />
    </>
  )
}

type EmptyProps = {
  texts: ListTexts
  state: ListPlace
  onCreate: (() => void) | undefined
  onClearFilters: (() => void) | undefined
}

function Empty({ texts, state, onCreate, onClearFilters }: EmptyProps) {
  if (onClearFilters !== undefined) {
    return (
      <EmptyState title={texts.noHits ?? texts.empty} hint="Nada coincide con los filtros.">
        <Button
          onClick={() => {
            onClearFilters()
            focusFilters()
          }}
        >
          Limpiar filtros
        </Button>
      </EmptyState>
    )
  }
  if (state.search !== '') {
    return (
      <EmptyState title={texts.noHits ?? texts.empty} hint={`Nada coincide con «${state.search}».`}>
        <Button onClick={() => state.setSearch('')}>Limpiar búsqueda</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={texts.empty} hint={texts.emptyHint}>
      {onCreate && <Button onClick={onCreate}>{texts.create}</Button>}
    </EmptyState>
  )
}

type ResourcePageProps<Row extends { id: string }> = {
  texts: ResourceTexts
  read: (query: ListQuery) => Read<Reply<Row>>
  table: Omit<DataTableProps<Row>, 'rows' | 'label'>
  exact?: (row: Row, text: string) => readonly (string | null)[]
  /** Left out for a user who may not create. */
  onCreate?: (() => void) | undefined
  menu?: readonly MenuItem[]
  filters?: (total: number | undefined) => ReactNode
  onClearFilters?: (() => void) | undefined
  children?: ReactNode
}

export function ResourcePage<Row extends { id: string }>(props: ResourcePageProps<Row>) {
  const { texts, read, table, exact, onCreate, menu, filters, onClearFilters, children } = props
  const resource = useResource(read, texts)
  return (
    <Page
      title={texts.title}
      count={resource.query.data?.pagination.total.toLocaleString('es-NI')}
      search={<ResourceSearch texts={texts} resource={resource} read={read} exact={exact} onOpen={table.onOpen} />}
      action={onCreate && { label: texts.create, run: onCreate }}
      menu={menu}
    >
      {filters?.(resource.query.data?.pagination.total)}
      <ResourceList
        texts={texts}
        resource={resource}
        table={table}
        onCreate={onCreate}
        onClearFilters={onClearFilters}
      />
      {children}
    </Page>
  )
}
