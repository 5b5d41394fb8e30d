import { expect, test } from 'vitest'
import { handLink, isResendable, packageNumbers, reasonOf } from './message-facts.ts'

const message = { phone: '+505 8690-4417', body: 'Hola Ana & Luis:\n*listo* 100% ✅' }

test('the link to WhatsApp carries the digits of the phone and the whole text', () => {
  expect(handLink({ ...message, state: 'failed' })).toBe(
    'https://wa.me/50586904417?text=Hola%20Ana%20%26%20Luis%3A%0A*listo*%20100%25%20%E2%9C%85',
  )
})

test('only what did not or does not yet leave has a link, so that nobody is told twice or against their will', () => {
  const states = [
    'queued',
    'sending',
    'sent',
    'delivered',
    'read',
    'failed',
    'unknown',
    'cancelled',
    'expired',
  ] as const
  expect(states.filter((state) => handLink({ ...message, state }) !== undefined)).toEqual([
    'queued',
    'failed',
    'expired',
  ])
  expect(states.filter((state) => isResendable({ state }))).toEqual(['failed', 'unknown', 'cancelled', 'expired'])
})

test('a waiting message says why it waits and when it is tried next', () => {
  const nextAt = '2026-11-20T16:42:00.000Z'
  const before = new Date('2026-11-20T16:40:00.000Z')
  const after = new Date('2026-11-20T16:42:01.000Z')
  expect(reasonOf({ state: 'queued', error: null, nextAt }, before)).toBe('Próximo intento: 20 nov 2026, 10:42')
  expect(reasonOf({ state: 'queued', error: 'Sin conexión', nextAt }, before)).toBe(
    'Sin conexión. Próximo intento: 20 nov 2026, 10:42',
  )
  expect(reasonOf({ state: 'queued', error: 'Sin conexión', nextAt }, after)).toBe('Sin conexión')
  expect(reasonOf({ state: 'queued', error: null, nextAt }, after)).toBe('Espera su turno')
  expect(reasonOf({ state: 'unknown', error: null, nextAt: null })).toContain('No se sabe si llegó')
  expect(reasonOf({ state: 'read', error: null, nextAt: null })).toBeUndefined()
})

test('the packages of a message are named by their numbers', () => {
  expect(packageNumbers({ packages: [] })).toBe('')
  expect(
    packageNumbers({
      packages: [
        { id: 'a', companyPackageId: 3 },
        { id: 'b', companyPackageId: 12 },
      ],
    }),
  ).toBe('#3, #12')
})
