import { messageStates } from '@casillero/shared/domain/message-state'
import { expect, test } from 'vitest'
import { findReason, findRefusal, handLink, isResendable, packageNumbers } from './message-facts.ts'

const message = {
  phone: '+505 8690-4417',
  body: 'Hola Ana & Luis:\n*listo* 100% ✅',
  clientAllowsMessages: true,
  isConnected: false,
}

test('the link to WhatsApp carries the digits of the phone and the whole text', () => {
  expect(handLink({ ...message, state: 'failed' })).toBe(
    'https://wa.me/50586904417?text=Hola%20Ana%20%26%20Luis%3A%0A*listo*%20100%25%20%E2%9C%85',
  )
})

test('a message has a link only while it has not left and there is no connection, so that no client is notified twice', () => {
  const linked = (isConnected: boolean) =>
    messageStates.filter((state) => handLink({ ...message, state, isConnected }) !== undefined)
  expect(linked(false)).toEqual(['queued', 'failed', 'expired'])
  expect(linked(true)).toEqual([])
  expect(messageStates.filter((state) => isResendable({ ...message, state }))).toEqual([
    'unconfirmed',
    'failed',
    'unknown',
    'cancelled',
    'expired',
  ])
})

test('a client who wants no messages gets none in any way, and the message says why', () => {
  const unwanted = { ...message, clientAllowsMessages: false }
  for (const state of messageStates) {
    expect(handLink({ ...unwanted, state })).toBeUndefined()
    expect(isResendable({ ...unwanted, state })).toBe(false)
    expect(findRefusal({ ...message, state })).toBeUndefined()
  }
  const explained = messageStates.filter((state) => findRefusal({ ...unwanted, state }) !== undefined)
  expect(explained).toEqual(['queued', 'failed', 'expired'])
})

test('a waiting message says why it waits and when it is tried next', () => {
  const nextAt = '2026-11-20T16:42:00.000Z'
  const before = new Date('2026-11-20T16:40:00.000Z')
  const after = new Date('2026-11-20T16:42:01.000Z')
  expect(findReason({ state: 'queued', error: null, nextAt, isConnected: true }, before)).toBe(
    'Próximo intento: 20 nov 2026, 10:42',
  )
  expect(findReason({ state: 'queued', error: null, nextAt, isConnected: false }, after)).toBe(
    'WhatsApp no está conectado',
  )
  expect(findReason({ state: 'queued', error: 'Sin conexión', nextAt, isConnected: true }, before)).toBe(
    'Sin conexión. Próximo intento: 20 nov 2026, 10:42',
  )
  expect(findReason({ state: 'queued', error: 'Sin conexión', nextAt, isConnected: true }, after)).toBe('Sin conexión')
  expect(findReason({ state: 'queued', error: null, nextAt, isConnected: true }, after)).toBe('Espera su turno')
  expect(findReason({ state: 'unknown', error: null, nextAt: null, isConnected: true })).toContain(
    'No se sabe si llegó',
  )
  expect(findReason({ state: 'read', error: null, nextAt: null, isConnected: true })).toBeUndefined()
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
