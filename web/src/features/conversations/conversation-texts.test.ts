import { expect, test } from 'vitest'
import {
  describeUnseen,
  findMark,
  formatAuthor,
  formatLast,
  formatName,
  formatNumber,
  formatRepliers,
  formatTime,
  formatWhen,
} from './conversation-texts.ts'

const client = { id: '1', casillero: 'TRE0001', name: 'Ana Mairena', allowsMessages: true, optOutText: null }

test('a conversation has the name of its client, else its number, else what the writer calls themselves', () => {
  const number = { client: null, phone: '50577231180', name: 'Ani' }
  expect(formatName({ ...number, client })).toBe('Ana Mairena')
  expect(formatName(number)).toBe('+505 7723 1180')
  expect(formatName({ client: null, phone: null, name: 'Ani' })).toBe('Ani')
  expect(formatName({ client: null, phone: null, name: null })).toBe('Número oculto')
  expect(formatNumber({ ...number, isShared: false })).toBe('Número nuevo · Ani')
  expect(formatNumber({ ...number, isShared: true, name: null })).toBe('De varios clientes')
})

test('the last entry is one line, and what is no text is named', () => {
  expect(formatLast({ kind: 'text', text: 'Hola\n\nbuenas ' })).toBe('Hola buenas')
  expect(formatLast({ kind: 'picture', text: '' })).toBe('[Foto]')
  expect(formatLast({ kind: 'picture', text: 'el recibo' })).toBe('[Foto] el recibo')
  expect(describeUnseen({ kind: 'audio', seconds: 14 })).toBe('[Audio, 0:14] Escúchelo en el teléfono')
  expect(describeUnseen({ kind: 'picture', seconds: null })).toBe('[Foto] Véala en el teléfono')
})

test('a row has one mark at most, the one that asks for a decision first', () => {
  expect(findMark({ client: { ...client, optOutText: 'ya no' }, hasVoucher: true, isShared: false })).toBe('optOut')
  expect(findMark({ client, hasVoucher: true, isShared: false })).toBe('voucher')
  expect(findMark({ client: null, hasVoucher: true, isShared: false })).toBe('voucher')
  expect(findMark({ client: null, hasVoucher: false, isShared: false })).toBe('newNumber')
  expect(findMark({ client: null, hasVoucher: false, isShared: true })).toBe('shared')
  expect(findMark({ client, hasVoucher: false, isShared: false })).toBeUndefined()
})

test('what is no word of the client says who wrote it', () => {
  expect(formatAuthor({ source: 'client', author: null })).toBeUndefined()
  expect(formatAuthor({ source: 'phone', author: null })).toBe('Desde el teléfono')
  expect(formatAuthor({ source: 'rule', author: 'Mis paquetes' })).toBe('Respuesta automática · Mis paquetes')
  expect(formatAuthor({ source: 'user', author: 'Yahaira Mendoza' })).toBe('Yahaira Mendoza')
})

test('a list says the time of today, and the day of what is older', () => {
  const now = new Date().toISOString()
  expect(formatWhen(now)).toBe(formatTime(now))
  expect(formatWhen(new Date(Date.now() - 86_400_000).toISOString())).toBe('ayer')
  expect(formatWhen('2026-01-05T15:00:00Z')).toBe('5 ene')
})

test('the users who write a reply are named, two of them at most', () => {
  expect(formatRepliers([])).toBe('')
  expect(formatRepliers(['Yahaira'])).toBe('Yahaira está respondiendo')
  expect(formatRepliers(['Marlon', 'Yahaira'])).toBe('Marlon y Yahaira están respondiendo')
  expect(formatRepliers(['Marlon', 'Isabel'])).toBe('Marlon e Isabel están respondiendo')
  expect(formatRepliers(['Isabel', 'Marlon', 'Yahaira'])).toBe('Isabel, Marlon y 1 más están respondiendo')
})
