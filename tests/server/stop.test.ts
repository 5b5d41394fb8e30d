import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { isWholeRun, takeSample } from '../support/sampling.ts'
import { cleanUp, connectTo, makeFolder, startOn, startServer } from '../support/server-process.ts'

afterEach(cleanUp)

/** Sends a request under another host, which fetch cannot. */
function askAs(host: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(text(response))).on('error', reject)
  })
}

test.each(takeSample(['SIGTERM', 'SIGINT'] as const, 1))(
  'a server that gets %s answers the calls in flight, stops PostgreSQL and ends with 0',
  async (signal) => {
    const dataDir = makeFolder()
    const server = await startOn(dataDir)
    const answer = await withConnection(connectTo(dataDir).superuserUrl, async (blocker) => {
      await blocker.query('begin; lock table companies in access exclusive mode')
      const slow = askAs('demo.casillero.test', `${server.url()}/api/health`)
      // The jobs of the server wait for the same table, so that the call is known by its own statement.
      const waiting = `select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%company_of_host(%'`
      const callsWaiting = async () => {
        // Without this a transaction keeps its first snapshot of the statistics.
        await blocker.query('select pg_stat_clear_snapshot()')
        return (await blocker.query<{ n: number }>(waiting)).rows[0]?.n
      }
      await expect.poll(callsWaiting).toBe(1)
      server.kill(signal)
      await server.waitForLine('Stopping')
      // The server accepts the connections of the system's backlog before it stops listening.
      const newcomer = () =>
        fetch(server.url()).then(
          () => 'answered',
          () => 'refused',
        )
      await expect.poll(newcomer).toBe('refused')
      await blocker.query('commit')
      return slow
    })
    expect(JSON.parse(answer)).toMatchObject({ success: false, message: 'No hay una empresa en esta dirección' })
    expect(await server.ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  },
)

if (isWholeRun)
  test("requests in the system's backlog are answered before a server ends", async () => {
    const server = await startOn(makeFolder())
    // The server stands still while the requests come and until the signal is sent, so that it has accepted none of them.
    server.kill('SIGSTOP')
    const sent: Promise<void>[] = []
    const statuses = Array.from({ length: 50 }, () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const asking = get(`${server.url()}/livez`, { agent: false }, (response) => resolve(response.statusCode ?? 0))
      asking.on('error', () => resolve(0))
      sent.push(once(asking, 'finish').then(() => {}))
      return promise
    })
    await Promise.all(sent)
    server.kill('SIGTERM')
    server.kill('SIGCONT')
    expect((await Promise.all(statuses)).filter((status) => status === 0)).toEqual([])
    expect(await server.ended).toBe(0)
  })

if (isWholeRun)
  test('a signal during a start is obeyed at its end', async () => {
    const dataDir = makeFolder()
    const server = startServer({ DATA_DIR: dataDir })
    await server.waitForLine('Applying')
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })
