import type { Pagination } from '@casillero/shared/contract/endpoint'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { ApiError, describeError, type Read } from '../lib/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'
import type { MenuItem } from '../ui/overlays/menu.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FilterLine } from './filter-line.tsx'
import { focusFilters } from './focus-filters.ts'
import type { Filters } from './list-filter.ts'
import { type ListQuery, type ListState, useListState } from './list-state.ts'
import { Pager, type PagerTexts } from './pager.tsx'
import { ResourceSearch } from './resource-search.tsx'

export type Reply<Row> = { data: Row[]; pagination: Pagination }

export type ResourceTexts = {
  title: string
  /** Left out for a list without search, which shows no count either. */
  search?: string
  create: string
  empty: string
  emptyHint: string
  /** Shown when a search finds nothing. Without it, the list says that it is empty. */
  noHits?: string
  failed: string
  offline?: string
  pager?: (page: number, pagination: Pagination) => PagerTexts
}

export type ListPlace = Pick<ListState, 'search' | 'setSearch' | 'page' | 'setPage'>

type Rows<Row> = { texts: ResourceTexts; state: ListPlace; query: UseQueryResult<Reply<Row>> }

export type Resource<Row> = Rows<Row> & {
  read: (query: ListQuery) => Read<Reply<Row>>
  state: ListState
  count: string | undefined
}

/** Keeps the old rows while the next ones load. */
export function useRows<Row>(
  state: ListPlace,
  read: Read<Reply<Row>>,
  texts: ResourceTexts,
  pollMs?: number,
): Rows<Row> {
  const query = useQuery({
    ...read,
    placeholderData: keepPreviousData,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    meta: { failed: texts.failed, offline: texts.offline },
  })
  const pages = query.isPlaceholderData ? undefined : query.data?.pagination.pages
  useEffect(() => {
    // Another user deleted the last row of the last page.
    if (pages !== undefined && state.page > pages) state.setPage(pages)
  })
  return { texts, state, query }
}

/** The address keeps search and page. */
export function useResource<Row>(read: (query: ListQuery) => Read<Reply<Row>>, texts: ResourceTexts): Resource<Row> {
  const state = useListState()
  const rows = useRows(state, read(state.query), texts)
  return { ...rows, read, state, count: rows.query.data?.pagination.total.toLocaleString('es-NI') }
}

/** For a list that is not alone on its page: it starts at its first page. */
export function useOwnPlace(): ListPlace {
  const [page, setPage] = useState(1)
  return { search: '', setSearch: () => undefined, page, setPage }
}

type ResourceListProps<Row extends { id: string }> = {
  resource: Rows<Row>
  table: Omit<DataTableProps<Row>, 'rows' | 'label'>
  /** As `useFilters` gives them. */
  filters?: Filters
  /** Left out for a user who may not create. */
  onCreate?: (() => void) | undefined
  foot?: ReactNode
}

export function ResourceList<Row extends { id: string }>(props: ResourceListProps<Row>) {
  const { resource, filters } = props
  return (
    <>
      {filters && <FilterLine {...filters} total={resource.query.data?.pagination.total} />}
      <ListRows {...props} />
    </>
  )
}

function ListRows<Row extends { id: string }>(props: ResourceListProps<Row>) {
  const { resource, table, filters, onCreate, foot } = props
  const { texts, state, query } = resource
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
          <Empty texts={texts} state={state} onCreate={onCreate} onClearFilters={filters?.clear} />
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
  texts: ResourceTexts
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

type ResourcePageProps<Row extends { id: string }> = ResourceListProps<Row> &
  Pick<ComponentProps<typeof ResourceSearch<Row>>, 'resource' | 'exact'> & {
    /** What a search for a single row opens, if not what the table opens. */
    onFind?: (row: Row) => void
    menu?: readonly MenuItem[]
    /** Beside the search. */
    beside?: ReactNode
    above?: ReactNode
    children?: ReactNode
  }

export function ResourcePage<Row extends { id: string }>(props: ResourcePageProps<Row>) {
  const { exact, onFind, menu, beside, above, children, ...list } = props
  const { resource, table, onCreate } = list
  const { texts, count } = resource
  const search = <ResourceSearch resource={resource} exact={exact} onOpen={onFind ?? table.onOpen} />
  return (
    <Page
      title={texts.title}
      {...(texts.search !== undefined && {
        count,
        search: beside ? (
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">{search}</div>
            {beside}
          </div>
        ) : (
          search
        ),
      })}
      action={onCreate && { label: texts.create, run: onCreate }}
      menu={menu}
    >
      {above}
      <ResourceList {...list} />
      {children}
    </Page>
  )
}
