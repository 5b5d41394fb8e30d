import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { SearchBox } from '../ui/forms/search-box.tsx'
import type { Reply, Resource } from './resource-page.tsx'

type ResourceSearchProps<Row extends { id: string }> = {
  resource: Resource<Row>
  /** The texts that identify a row when one is typed or scanned whole, even if other rows match in part. */
  exact?: ((row: Row, text: string) => readonly (string | null)[]) | undefined
  onOpen?: ((row: Row) => void) | undefined
}

export function ResourceSearch<Row extends { id: string }>(props: ResourceSearchProps<Row>) {
  const { resource, exact, onOpen } = props
  const { texts, read, state, query } = resource
  const client = useQueryClient()
  const wanted = useRef('')
  const forget = () => {
    wanted.current = ''
  }
  useEffect(
    () => () => {
      wanted.current = ''
    },
    [],
  )
  const open = async (text: string) => {
    wanted.current = text
    if (onOpen === undefined || text === '') return
    const reply = await client.fetchQuery(read({ page: '1', search: text })).catch(() => undefined)
    // If the user has typed on or opened something else meanwhile, nothing opens.
    if (wanted.current !== text || document.querySelector('[role=dialog]') !== null) return
    forget()
    const hit = reply && onlyHit(reply, text.toLowerCase(), exact)
    if (hit) onOpen(hit)
  }
  return (
    <SearchBox
      label={texts.search ?? texts.title}
      value={state.search}
      busy={query.isFetching && !query.isLoading}
      onSearch={state.setSearch}
      onType={forget}
      onEnter={(text) => void open(text)}
    />
  )
}

/** Returns the row that the text names exactly, else the only one found. */
function onlyHit<Row extends { id: string }>(
  { data, pagination }: Reply<Row>,
  text: string,
  exact: ResourceSearchProps<Row>['exact'],
): Row | undefined {
  const named = data.filter((row) => exact?.(row, text).some((name) => name?.toLowerCase() === text))
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  return pagination.total === 1 ? data[0] : undefined
}
