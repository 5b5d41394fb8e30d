import { expect, test } from 'vitest'
import { describeServers } from './companies-page.tsx'

const primary = '10.0.0.11:5432'
const standing = (lagSeconds: number) => ({
  primary,
  hasReplica: true,
  replica: { address: '10.0.0.12:5432', lagSeconds },
})

test('the servers of the database are said with the lag of the replica, which warns from five seconds on', () => {
  expect(describeServers(standing(0))).toEqual({
    text: 'Base de datos: principal 10.0.0.11:5432; réplica 10.0.0.12:5432, al día.',
    isGood: true,
  })
  expect(describeServers(standing(4.2))).toMatchObject({ text: expect.stringContaining('5 s de atraso'), isGood: true })
  expect(describeServers(standing(5))).toMatchObject({ isGood: false })
  expect(describeServers({ primary, hasReplica: true, replica: null })).toEqual({
    text: 'Base de datos: principal 10.0.0.11:5432; la réplica no responde.',
    isGood: false,
  })
  expect(describeServers({ primary: null, hasReplica: false, replica: null })).toEqual({
    text: 'Base de datos: principal en este equipo, sin réplica de lectura.',
    isGood: true,
  })
})
