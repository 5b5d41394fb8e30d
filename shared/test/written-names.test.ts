import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { allEndpoints } from '../src/contract/api.ts'
import { auditedEntities } from '../src/domain/audited-entity.ts'

const readPage = (path: string) => readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')

test('the page of the log lists every table whose writes stand in the log', () => {
  const [, listed = ''] = readPage('product/audit.md').match(/^- Tables: (.+)\.$/m) ?? []
  expect(listed.split(', ').toSorted()).toEqual(auditedEntities.map((table) => `\`${table}\``).toSorted())
})

const singularOf = (word: string) => word.replace(/(?<=s)es$|(?<!s)s$/, '').replace(/ie$/, 'y')

test.each(auditedEntities)('the glossary has a word for the rows of %s', (table) => {
  const word = singularOf(table.split('_').at(-1) ?? '')
  expect(readPage('glossary.md')).toMatch(new RegExp(word, 'i'))
})

const calls = new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`))
/** What the pages call by another word than its calls. */
const otherWords: Record<string, string> = { client: 'clients', users: 'staff' }
/** What has a list with pages, is changed and is deleted. */
const catalogues = allEndpoints.flatMap(({ method, path, query }) => {
  const isList = method === 'GET' && query && 'page' in (query as ReturnType<typeof z.object>).shape
  if (!isList || !calls.has(`PUT ${path}/:id`) || !calls.has(`DELETE ${path}/:id`)) return []
  const name = path.slice('/api/'.length)
  return otherWords[name] ?? name.replaceAll('-', ' ')
})

test.each(catalogues)('the pages about areas, lists and rights name %s', (words) => {
  const pages = ['README.md', 'lists-and-forms.md', 'companies-and-users.md']
  const silent = pages.filter((page) => !readPage(`product/${page}`).toLowerCase().includes(words))
  expect(silent).toEqual([])
})
