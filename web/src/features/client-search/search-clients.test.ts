import type { Client } from '@casillero/shared/contract/clients'
import { expect, test } from 'vitest'
import { findOnlyClient } from './search-clients.ts'

const build = (casillero: string, firstName: string, lastNames: string) =>
  ({ casillero, formerCasilleros: [], firstName, middleName: null, lastNames }) as unknown as Client
const [ana, luis] = [build('TRE0031', 'Ana', 'Mena Paz'), build('TRE0310', 'Luis', 'Mena')]

test.each([
  ['31', [ana, luis], 'TRE0031'],
  ['88819105', [luis], 'TRE0310'],
  ['luis@correo.test', [luis], 'TRE0310'],
  ['mena', [luis], undefined],
  ['luis', [luis], undefined],
  ['luis mena', [luis], 'TRE0310'],
  ['Ana Mena', [ana, luis], 'TRE0031'],
])('an early Enter on %j, for which clients were found, means the client %#', (text, found, casillero) => {
  expect(findOnlyClient(found, text)?.casillero).toBe(casillero)
})
