import { expect, test } from 'vitest'
import { readList, withPage, withValue } from './list-state.ts'
import { wholeList } from './whole-list.ts'

const params = (text: string) => new URLSearchParams(text)

test('the address says what a list shows', () => {
  expect(readList(params('search=ana&page=3'))).toEqual({ search: 'ana', page: 3 })
})

test.each(['', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999'])(
  'the query %j shows the first page',
  (text) => {
    expect(readList(params(text)).page).toBe(1)
  },
)

test('a search longer than the server takes is cut', () => {
  expect(readList(params(`search=${'a'.repeat(150)}`)).search).toHaveLength(100)
})

test('another search begins at the first page and keeps the other choices', () => {
  expect(withValue(params('tab=list&page=4&search=a'), 'search', 'ana').toString()).toBe('tab=list&search=ana')
})

test('a choice that is cleared leaves the address', () => {
  expect(withValue(params('search=ana&tab=list'), 'search', '').toString()).toBe('tab=list')
  expect(withValue(params('tab=list'), 'tab', null).toString()).toBe('')
})

test('the first page is not in the address', () => {
  expect(withPage(params('search=ana&page=2'), 1).toString()).toBe('search=ana')
  expect(withPage(params('search=ana'), 2).toString()).toBe('search=ana&page=2')
})

test('the address that is on the screen is not changed in place', () => {
  const now = params('search=ana')
  withPage(now, 2)
  withValue(now, 'search', null)
  expect(now.toString()).toBe('search=ana')
})

test.each([
  ['', 3],
  ['envio', 2],
  ['MÍN  env', 1],
  ['se', 1],
  ['ro', 0],
])('a list that comes whole is searched as the server searches: «%s» finds %i', async (search, total) => {
  const data = ['Seguro', 'Envío urgente', 'Envío mínimo'].map((name) => ({ name }))
  const list = wholeList(
    { queryKey: ['rows', {}], queryFn: () => Promise.resolve({ data }) },
    { search, searched: ({ name }) => [name] },
  )
  const found = await list.queryFn({ signal: new AbortController().signal })
  expect(found.pagination.total).toBe(total)
  expect(found.data).toHaveLength(total)
})
