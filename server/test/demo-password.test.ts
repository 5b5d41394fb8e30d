import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openCompanies } from '../src/demo/open-companies.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { hashPassword } from '../src/platform/password.ts'
import { hashToken, newToken } from '../src/platform/session.ts'
import { withConnection } from '../src/platform/single-connection.ts'
import { cleanUp, makeFolder, startServer } from './server-process.ts'

afterEach(cleanUp)

const say = () => undefined

/** A data folder that was tried out: the demo's accounts, one of them renamed, one with a new password, one signed in. */
async function tryOut(): Promise<{ dataDir: string; token: string }> {
  const dataDir = makeFolder()
  const token = newToken()
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  await migrate(postgres.ownerUrl, { directory: join(import.meta.dirname, '../migrations'), say })
  await openCompanies(postgres.ownerUrl, new Date('2026-10-01T15:00:00Z'))
  const changed = await hashPassword('una clave propia')
  await withConnection(postgres.ownerUrl, async (owner) => {
    await owner.query("update users set email = 'jefa@sur.example' where email = 'user@demo.test'")
    await owner.query("update users set password_hash = $1 where email = 'viewer@demo.test'", [changed])
    await owner.query(
      `insert into sessions (company_id, user_id, token_hash)
       select company_id, id, $1 from users where email = 'admin@master.test'`,
      [hashToken(token)],
    )
  })
  await postgres.stop()
  return { dataDir, token }
}

test('in production the published password of the demo opens no account, not even a renamed one, and the start names them', async () => {
  const { dataDir, token } = await tryOut()
  // Callers say by X-Forwarded-Host which company they mean, as behind a proxy.
  const server = startServer({ DATA_DIR: dataDir, TRUSTED_PROXY: 'loopback' })
  await server.ready
  const asks = async (subdomain: string, path: string, init: { method?: string; body?: string; token?: string }) => {
    const headers = {
      'x-forwarded-host': `${subdomain}.casillero.test`,
      'content-type': 'application/json',
      ...(init.token && { authorization: `Bearer ${init.token}` }),
    }
    const { method = 'GET', body = null } = init
    return (await fetch(server.url() + path, { method, headers, body })).status
  }
  const signIn = (subdomain: string, identifier: string, password = 'casillero-demo') =>
    asks(subdomain, '/api/auth/login', { method: 'POST', body: JSON.stringify({ identifier, password }) })
  expect(await signIn('master', 'admin@master.test')).toBe(401)
  expect(await signIn('demo', 'admin@demo.test')).toBe(401)
  expect(await signIn('demo', 'jefa@sur.example')).toBe(401)
  expect(await signIn('demo', 'viewer@demo.test', 'una clave propia')).toBe(200)
  expect(await asks('master', '/api/auth/me', { token })).toBe(401)
  const named = server.lines.filter((line) => line.includes("the demo's password")).map((line) => line.split(' ')[0])
  expect(named).toEqual(['admin@demo.test', 'bodega@demo.test', 'jefa@sur.example', 'admin@master.test'])
})
