import { useSearchParams } from 'react-router'

export type ListQuery = { page: string; search?: string }

export type ListState = {
  search: string
  page: number
  query: ListQuery
  setSearch: (text: string) => void
  setPage: (page: number) => void
  value: (key: string) => string | null
  setValue: (key: string, value: string | null) => void
  values: (key: string) => readonly string[]
  setValues: (changes: Readonly<Record<string, readonly string[]>>) => void
}

export function useListState(): ListState {
  const [params, setParams] = useSearchParams()
  const { search, page } = readList(params)
  const replace = (next: URLSearchParams) => setParams(next, { replace: true })
  return {
    search,
    page,
    query: readQuery(params),
    // Typed letters share one step of the history; each page has its own.
    setSearch: (text) => replace(withValue(readAddress(), 'search', text)),
    setPage: (next) => setParams(withPage(readAddress(), next)),
    value: (key) => params.get(key),
    setValue: (key, value) => replace(withValue(readAddress(), key, value)),
    values: (key) => params.getAll(key),
    setValues: (changes) => replace(withValues(readAddress(), changes)),
  }
}

/** Reads the current address, because the one last rendered lacks later changes. */
const readAddress = () => new URLSearchParams(window.location.search)

export function readQuery(params: URLSearchParams): ListQuery {
  const { search, page } = readList(params)
  return { page: String(page), ...(search.trim() === '' ? {} : { search: search.trim() }) }
}

export function readList(params: URLSearchParams): { search: string; page: number } {
  const page = params.get('page') ?? ''
  return { search: (params.get('search') ?? '').slice(0, 100), page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 }
}

/** Sets or, without a value, removes a key. Any change returns to the first page. */
export function withValue(params: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === null || value === '') next.delete(key)
  else next.set(key, value)
  return next
}

export function withValues(
  params: URLSearchParams,
  changes: Readonly<Record<string, readonly string[]>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [key, values] of Object.entries(changes)) {
    next.delete(key)
    for (const value of values) next.append(key, value)
  }
  return next
}

export function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params)
  if (page <= 1) next.delete('page')
  else next.set('page', String(page))
  return next
}
