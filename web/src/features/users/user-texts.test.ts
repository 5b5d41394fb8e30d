import { expect, test } from 'vitest'
import { withEnded } from './user-texts.ts'

test.each([
  [{ sessions: 0, accessTokens: 0 }, 'Usuario actualizado'],
  [{ sessions: 1, accessTokens: 0 }, 'Usuario actualizado; se cerró 1 sesión'],
  [{ sessions: 0, accessTokens: 1 }, 'Usuario actualizado; terminó 1 token de acceso'],
  [{ sessions: 2, accessTokens: 3 }, 'Usuario actualizado; se cerraron 2 sesiones y terminaron 3 tokens de acceso'],
])('a saved user of whom %j ended is announced with that', (ended, text) => {
  expect(withEnded('Usuario actualizado', ended)).toBe(text)
})
