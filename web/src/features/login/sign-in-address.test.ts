import { expect, test } from 'vitest'
import { leadsToSomething } from './login-page.tsx'

test.each([
  ['/clients', '', false],
  ['/admin/settings/shipping-methods', '', false],
  ['/', '', false],
  ['/paquetes', '?search=TBA3', true],
  ['/clients/0198c5a2-5f0e-7d3b-9a43-1f2e3d4c5b6a', '', true],
  ['/paquetes/12/historial', '', true],
])('the address %s%s leads to something: %s', (pathname, search, expected) => {
  expect(leadsToSomething({ pathname, search })).toBe(expected)
})
