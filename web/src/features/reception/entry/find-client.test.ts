import type { ClientCopy } from '@casillero/shared/contract/receptions'
import { expect, test } from 'vitest'
import { findByCasillero, findClients, findMeant, indexClients, ownerToday, toOwner } from './find-client.ts'

const client = (
  casillero: string,
  firstName: string,
  lastNames: string,
  ...formerCasilleros: string[]
): ClientCopy => ({
  id: casillero,
  casillero,
  formerCasilleros,
  firstName,
  middleName: null,
  lastNames,
  defaultTariffMaritimoId: null,
  defaultTariffAereoId: null,
})
const index = indexClients([
  client('TRE0031', 'Guadalupe', 'Martínez Zúñiga'),
  client('TRE0310', 'Ana', 'Sequeira'),
  client('TRE12345', 'Ana Lucía', 'Sequeira Montenegro'),
  client('ANT0310', 'Denis', 'Rayo Pérez'),
  client('TRE0400', 'Karla', 'Espinoza', 'TRE0077', 'ANT0400'),
])
const named = (text: string) => findClients(index, text).map(({ casillero }) => casillero)

test.each([
  ['TRE0031', ['TRE0031']],
  [' tre-0031 ', ['TRE0031']],
  [']C1TRE0031', ['TRE0031']],
  ['31', ['TRE0031']],
  ['tre31', ['TRE0031']],
  ['TRE 31', ['TRE0031']],
  ['tre.031', ['TRE0031']],
  ['#31', ['TRE0031']],
  ['ANT31', []],
  ['ant310', ['ANT0310']],
  ['\u200bTRE\u00a00031\ufeff', ['TRE0031']],
  ['0031', ['TRE0031']],
  ['12345', ['TRE12345']],
  ['310', ['TRE0310', 'ANT0310']],
  ['zuniga', ['TRE0031']],
  ['ana seq', ['TRE0310', 'TRE12345']],
  ['lucia mont', ['TRE12345']],
  ['ra', ['ANT0310']],
  ['TRE0077', ['TRE0400']],
  ['77', ['TRE0400']],
  ['400', ['TRE0400']],
  ['3', []],
  ['12.3', []],
  ['123', []],
  ['TRE9999', []],
  ['', []],
  [' | ', []],
])('the text “%s” means the clients %j', (text, casilleros) => {
  expect(named(text)).toEqual(casilleros)
})

test.each([
  ['31', 'TRE0031'],
  ['310', undefined],
  ['Zúñiga', undefined],
  ['guadalupe', undefined],
  ['Guadalupe Zúñiga', 'TRE0031'],
  ['RAYO, DENIS', 'ANT0310'],
  ['Denis Rayo Rayo', undefined],
  ['Ana Sequeira', 'TRE0310'],
  ['Lucía Sequeira', 'TRE12345'],
])('Enter on the text “%s” takes the client %s', (text, casillero) => {
  expect(findMeant(index, text).client?.casillero).toBe(casillero)
})

test('a copy that was made before casilleros were merged is found by its own', () => {
  const { formerCasilleros: _, ...old } = client('TRE0500', 'Denis', 'Rayo')
  const kept: ClientCopy[] = JSON.parse(JSON.stringify([old]))
  expect(findByCasillero(indexClients(kept), '500')).toEqual([old])
})

test('a client who was merged since is the one whom the casillero leads to, and one whom the device does not know stays', () => {
  const merged = toOwner(client('TRE0077', 'Karla', 'Espinoza'))
  expect(ownerToday(index, merged)).toEqual({ id: 'TRE0400', casillero: 'TRE0400', name: 'Karla Espinoza' })
  const unknown = toOwner(client('TRE0999', 'Denis', 'Rayo'))
  expect(ownerToday(index, unknown)).toEqual(unknown)
})

test('a name is no casillero, even if it stands in one', () => {
  expect(findByCasillero(index, 'TRE')).toEqual([])
  expect(findByCasillero(index, 'Guadalupe')).toEqual([])
})
