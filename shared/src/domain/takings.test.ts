import { expect, test } from 'vitest'
import { type Taking, takingsByCurrency } from './takings.ts'

const nio = { currencyId: 'nio', code: 'NIO', name: 'Córdoba', symbol: 'C$' }
const usd = { currencyId: 'usd', code: 'USD', name: 'Dólar', symbol: 'US$' }

test('what was collected is cash less what was handed back and returned, also where no cash of it came in, and without credit', () => {
  const takings: Taking[] = [
    { ...usd, method: 'cash', total: 30, count: 1, change: 4, returned: 10 },
    { ...nio, method: 'transfer', total: 100.1, count: 1, change: 0, returned: 0 },
    { ...nio, method: 'credit', total: 240, count: 1, change: 0, returned: 0 },
    { ...nio, method: 'cash', total: 0, count: 0, change: 30, returned: -5 },
  ]
  expect(takingsByCurrency(takings)).toEqual([
    { ...usd, total: 16, change: 4, returned: 10, methods: [{ method: 'cash', amount: 16, count: 1 }] },
    {
      ...nio,
      total: 75.1,
      change: 30,
      returned: -5,
      methods: [
        { method: 'cash', amount: -25, count: 0 },
        { method: 'transfer', amount: 100.1, count: 1 },
      ],
    },
  ])
})
