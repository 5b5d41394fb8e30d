import { expect, test } from 'vitest'
import { resultPages } from './user-list.ts'

const pagination = { page: 1, pages: 3, totalPages: 3, limit: 10, total: 24 }

test.each([
  [1, 'Mostrando 1 a 10 de 24 resultados', '1 de 3'],
  [3, 'Mostrando 21 a 24 de 24 resultados', '3 de 3'],
])('page %i says which users it shows', (page, wide, narrow) => {
  expect(resultPages(page, pagination)).toEqual({ wide, narrow })
})
