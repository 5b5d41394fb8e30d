import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '../src/contract/api.ts'
import type { Who } from '../src/contract/endpoint.ts'
import { may } from '../src/domain/permissions.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/product/calls.md'), 'utf8')

/** Every call of the table as `METHOD path who`. */
const written = [...page.matchAll(/^\| (\/api\/\S+) +\| ([^|]+?) +\|/gm)].flatMap(([, path, calls = '']) =>
  calls.split(', ').map((call) => call.replace(' ', ` ${path} `)),
)

function nameOf(who: Who): string {
  if (who === 'anyone') return '–'
  if (who === 'signedIn' || may({ type: 'viewer', isOperator: false }, who)) return 'all'
  if (may({ type: 'user', isOperator: false }, who)) return 'staff'
  return may({ type: 'admin', isOperator: false }, who) ? 'admin' : 'operator'
}

test('the page of the calls lists every call of the contract, and who may make it', () => {
  const declared = allEndpoints.map(({ method, path, who }) => `${method} ${path} ${nameOf(who)}`)
  expect(written.toSorted()).toEqual(declared.toSorted())
})
