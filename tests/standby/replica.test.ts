import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../../server/src/platform/auth/session.ts'
import { createDatabase, type Db, type PooledDatabase } from '../../server/src/platform/database/database.ts'
import { buildLoginUrl, buildReplicaUrl } from '../../server/src/platform/database/login-role.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { AppError, toAppError } from '../../server/src/platform/errors.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { waitUntil } from '../support/patience.ts'
import { openPair, type Pair } from './support/pair.ts'

let pair: Pair
let site: Installation
let database: PooledDatabase
beforeAll(async () => {
  pair = await openPair()
  site = await openInstallation({ postgres: pair.postgres, servers: 1, shops: 1 })
  const url = buildLoginUrl(pair.postgres.ownerUrl) ?? ''
  const replicaUrl = buildReplicaUrl(url, `postgres://127.0.0.1:${pair.haproxy.replicaPort}/casillero`)
  database = createDatabase({ url, replicaUrl, poolSize: 4 })
  await waitUntil(async () => (await database.readStanding()).replica !== null, 60_000, 'a replica behind HAProxy')
})
afterAll(async () => {
  await database?.close()
  await site?.close()
})

function callers() {
  const [shop] = site.shops
  return { tokenHash: hashToken(shop?.counter.token ?? ''), subdomain: shop?.subdomain ?? '' }
}

type Seen = { name: string; isReplica: boolean }
const look = async (db: Db): Promise<Seen | undefined> =>
  (await sql<Seen>`select name, pg_is_in_recovery() as "isReplica" from statuses where role = 'ready'`.execute(db))
    .rows[0]
const read = (isLong: boolean) =>
  database.readAsSession(
    callers(),
    (session) => {
      if (!session) throw new AppError('unauthorized')
    },
    look,
    isLong,
  )
const rename = (name: string) =>
  database.asSession(callers(), (db) => sql`update statuses set name = ${name} where role = 'ready'`.execute(db))
const onStandby = (statement: string) => withConnection(pair.standbyUrl(), (client) => client.query(statement))
const onPrimary = (statement: string) => withConnection(pair.superuserUrl(), (client) => client.query(statement))

test('a long read is answered by the replica with what its user has just saved, and an ordinary one by the primary', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await rename(`Listo ${n}`)
    expect(await read(true)).toEqual({ name: `Listo ${n}`, isReplica: true })
    expect(await read(false)).toEqual({ name: `Listo ${n}`, isReplica: false })
  }
  const inSnapshot = await database.inSnapshot(callers(), new AbortController().signal, async (rows) => {
    const found = rows({ sql: 'select pg_is_in_recovery()::text as row', parameters: [] })
    const all: string[] = []
    for await (const some of found) all.push(...some)
    return all
  })
  expect(inSnapshot).toEqual(['true'])
  expect(await database.readStanding()).toMatchObject({
    primary: expect.stringContaining('127.0.0.1:'),
    replica: { lagSeconds: 0, address: expect.stringContaining('127.0.0.1:') },
  })
})

test('a long read is answered by the primary while the replica is behind, and a session that ended there counts for nothing', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await rename('Listo en bodega')
  expect(await read(true)).toEqual({ name: 'Listo en bodega', isReplica: false })
  await waitUntil(async () => ((await database.readStanding()).replica?.lagSeconds ?? 0) > 0, 60_000, 'a lag')
  const { tokenHash } = callers()
  const other = hashToken('of another session')
  const exchange = 'update sessions set token_hash = $2 where token_hash = $1'
  expect((await site.owner.query(exchange, [tokenHash, other])).rowCount).toBe(1)
  expect(await read(true).then(() => undefined, toAppError)).toMatchObject({ code: 'unauthorized' })
  await site.owner.query(exchange, [other, tokenHash])
  await onStandby('select pg_wal_replay_resume()')
  await waitUntil(async () => (await read(true))?.isReplica === true, 60_000, 'the replica in use again')
})

test('a commit that PostgreSQL stopped waiting for on the standby is not acknowledged', async () => {
  const setStandby = async (name: string) => {
    await onPrimary(`alter system set synchronous_standby_names = '${name}'`)
    await onPrimary('select pg_reload_conf()')
  }
  await setStandby('none_such')
  const isWaiting = async () => (await onPrimary('show synchronous_standby_names')).rows[0]?.synchronous_standby_names
  await waitUntil(async () => (await isWaiting()) === 'none_such', 60_000, 'a standby that is not there')
  const saved = await rename('Listo a medias').then(
    () => 'acknowledged',
    (error: unknown) => toAppError(error).code,
  )
  await setStandby('db2')
  expect(saved).toBe('unavailable')
})
