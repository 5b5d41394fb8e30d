import type { CashDrawer, CashSession } from '@casillero/shared/contract/cash'
import { describe, expect, test } from 'vitest'
import { drawerForPayments, drawerToShow } from '../taking/device-drawer.ts'
import { flowText, formatMoment, signedMoney } from './cash-texts.ts'
import { buildCounts, countedIn } from './counting.ts'
import { sessionEntries } from './entry-list.tsx'

const openedBy = { id: 'u', fullName: 'Yahaira Mendoza' }
const drawer = (id: string, isOpen: boolean, isActive = true): CashDrawer => ({
  id,
  name: id,
  isActive,
  version: 1,
  openSession: isOpen ? { id: `s${id}`, companySessionId: 1, openedBy, openedAt: '2026-11-20T14:02:00Z' } : null,
})

describe('the drawer of a device', () => {
  test('payments go into the chosen drawer while it is open, else into the only open one', () => {
    const both = [drawer('a', true), drawer('b', true)]
    expect(drawerForPayments(both, 'b')?.id).toBe('b')
    expect(drawerForPayments(both, null)).toBeUndefined()
    expect(drawerForPayments([drawer('a', true), drawer('b', false)], 'b')?.id).toBe('a')
    expect(drawerForPayments([drawer('a', false)], 'a')).toBeUndefined()
  })

  test('the screen shows the chosen drawer though it is closed, but never one that is retired', () => {
    expect(drawerToShow([drawer('a', true), drawer('b', false)], 'b')?.id).toBe('b')
    expect(drawerToShow([drawer('a', false), drawer('b', true)], null)?.id).toBe('b')
    expect(drawerToShow([drawer('a', false), drawer('b', false, false)], 'b')?.id).toBe('a')
  })
})

const nio = { currencyId: 'nio', code: 'NIO', name: 'Córdoba', symbol: 'C$' }
const usd = { currencyId: 'usd', code: 'USD', name: 'Dólar', symbol: 'US$' }
const change = (currency: typeof nio, amount: number, createdAt: string) => ({
  ...currency,
  id: `c${amount}`,
  invoiceId: 'i1',
  createdAt,
  amount,
  handed: Math.round(amount),
  rounding: 0,
})

test('the change stands under the cash of the payment that it was given for', () => {
  const payment = (id: string, method: 'cash' | 'card', createdAt: string): CashSession['payments'][number] => ({
    ...usd,
    id,
    method,
    createdAt,
    createdBy: openedBy,
    reference: null,
    total: 10,
    invoice: { id: 'i1', companyInvoiceId: 57, clientName: 'Ana' },
    reversal: null,
  })
  const early = '2026-11-20T15:00:00Z'
  const late = '2026-11-20T16:00:00Z'
  const payments = [payment('card', 'card', late), payment('cash', 'cash', late), payment('first', 'cash', early)]
  const reversed = { reversedPayments: [], reversedChanges: [] }
  const session = {
    payments,
    changes: [change(usd, 4, late)],
    movements: [],
    collected: [],
    collectedChanges: [],
    ...reversed,
  }
  const entries = sessionEntries(session as unknown as CashSession)
  expect(entries.map((entry) => [entry.id, entry.kind === 'payment' ? entry.changes.length : 0])).toEqual([
    ['card', 0],
    ['cash', 1],
    ['first', 0],
  ])
})

test('what was reversed while the session was open is struck through, with the change that fell away', () => {
  const row = (id: string, total: number) => ({
    ...usd,
    id,
    total,
    createdAt: '2026-11-20T15:00:00Z',
    method: 'cash',
    invoice: { id: 'i1', companyInvoiceId: 57, clientName: 'Ana' },
  })
  const gone = change(usd, 4, '2026-11-20T15:00:00Z')
  const session = {
    payments: [row('stays', 5)],
    reversedPayments: [row('gone', 20)],
    changes: [],
    reversedChanges: [gone],
    movements: [],
    collected: [],
    collectedChanges: [],
  }
  const entries = sessionEntries(session as unknown as CashSession)
  expect(
    entries.map((entry) => (entry.kind === 'payment' ? [entry.id, entry.isStruck, entry.changes.length] : [])),
  ).toEqual([
    ['stays', false, 0],
    ['gone', true, 1],
  ])
})

test('a count is the exact sum of its pieces and the rest; other currencies are one amount', () => {
  const typed = { n: { 1000: '3', 20: '5', 1: '8', other: '0.50' }, e: { other: '12,5' } }
  expect(countedIn({ id: 'n', code: 'NIO' }, typed)).toBe(3108.5)
  const currencies = [
    { id: 'n', code: 'NIO' },
    { id: 'e', code: 'EUR' },
    { id: 'u', code: 'USD' },
  ]
  expect(buildCounts(currencies, typed).map(({ amount }) => amount)).toEqual([3108.5, 12.5, 0])
})

test('a moment of today is its time alone, and nothing is a dash', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  expect(formatMoment('2026-11-20T14:02:00Z', now)).toBe('08:02')
  expect(formatMoment('2026-11-19T14:02:00Z', now)).toBe('19 nov 2026, 08:02')
  expect([signedMoney(0, 'C$'), signedMoney(5, 'C$'), signedMoney(-5, 'C$')]).toEqual(['—', '+C$5.00', '−C$5.00'])
})

test('the flow of a drawer names what came in without its change, and what went out, exact to the cent', () => {
  const cordobas = { currencyId: 'nio', code: 'NIO', symbol: 'C$', name: 'Córdoba' }
  const moved = {
    opening: 2000,
    cash: 4360,
    change: 141.03,
    rounding: -0.4,
    in: 1000,
    out: 600,
    expected: 6618.57,
    counted: null,
    difference: null,
  }
  expect(flowText({ ...cordobas, ...moved })).toBe('Entró C$5,218.57 · salió C$600.00')
})
