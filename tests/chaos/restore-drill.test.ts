import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import { ask } from '../support/installation/calls.ts'
import { check } from '../support/installation/checker.ts'
import { waitForMore } from '../support/installation/moments.ts'
import { password } from '../support/installation/shops.ts'
import { prove, rounds } from '../support/proofs.ts'
import { cleanUp, connectTo, makeFolder, startServer } from '../support/server-process.ts'
import { type EmbeddedSite, openEmbeddedSite } from './support/embedded-site.ts'

const run = promisify(execFile)

let site: EmbeddedSite | undefined
afterEach(async () => {
  await site?.close()
  await cleanUp()
})

/** Runs a command of the README, without npm. */
async function command(name: string, dataDir: string, ...parameters: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir }
  return (
    await run(process.execPath, [join(import.meta.dirname, `../../server/src/commands/${name}.ts`), ...parameters], {
      env,
    })
  ).stdout
}

prove('F-18', 'the cluster is lost, and restored from a backup that was made while clerks worked', (row) => {
  row.proof('everything acknowledged before the backup began is there, and the copy serves', async () => {
    site = await openEmbeddedSite(makeFolder(), 8)
    const load = await site.invoice(16, rounds(2_000, 25_000), makeFolder())
    await waitForMore(load, rounds(200, 2_000))
    const [target, elsewhere] = [join(makeFolder(), 'copy'), makeFolder()]
    const begun = Date.now()
    const saved = await command('backup', site.dataDir, target)
    const backedUp = Date.now()
    await load.stop()
    // Both are killed, as if the machine were lost.
    process.kill(connectTo(site.dataDir).pid, 'SIGKILL')
    site.server().kill('SIGKILL')
    const lost = Date.now()
    await command('restore', elsewhere, target)
    const server = startServer({ DATA_DIR: elsewhere })
    await server.ready
    const shop = site.shops[0]
    const host = shop?.counter.host ?? ''
    // A restore ends every session, so that the clerk signs in first.
    const ended = await ask(server.url(), { ...shop?.counter, path: '/api/packages?page=1' })
    const body = { identifier: shop?.email, password }
    const { token } = JSON.parse((await ask(server.url(), { host, path: '/api/auth/login', body })).body)
    const list = await ask(server.url(), { host, token, path: '/api/packages?page=1' })
    const restored = Date.now()
    expect([ended.status, list.status]).toEqual([401, 200])
    expect(await command('verify-data', elsewhere)).toContain('hold.')
    const { ownerUrl } = connectTo(elsewhere)
    const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
    owner.on('error', () => {})
    const before = await check(
      load.entries.filter(({ at, type }) => at < begun || type === 'invoke'),
      owner,
      ownerUrl,
    )
    const all = await check(load.entries, owner, ownerUrl)
    const packages = await owner.query<{ n: number }>('select count(*)::int as n from packages')
    await owner.end()
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(before).toMatchObject({ lost: [], wrong: [] })
    expect(all.unasked).toEqual([])
    return (
      `${packages.rows[0]?.n.toLocaleString('en')} packages, ${/Done: (\d+ MiB)/.exec(saved)?.[1]}: copied in ${((backedUp - begun) / 1_000).toFixed(1)} s while invoices were made, ` +
      `served again ${((restored - lost) / 1_000).toFixed(1)} s after the loss; ${before.acknowledged} acknowledged before the backup began, 0 of them lost, 0 broken rules; ` +
      `of all ${all.acknowledged} the ${all.lost.length} made later than the copy are gone`
    )
  })

  row.control('a copy without later invoices is detected', async () => {
    site = await openEmbeddedSite(makeFolder(), 2)
    const load = await site.invoice(4, 3_000, makeFolder())
    const target = join(makeFolder(), 'copy')
    await command('backup', site.dataDir, target)
    await waitForMore(load, 10)
    await load.stop()
    const elsewhere = makeFolder()
    await command('restore', elsewhere, target)
    const server = startServer({ DATA_DIR: elsewhere })
    await server.ready
    const { ownerUrl } = connectTo(elsewhere)
    const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
    owner.on('error', () => {})
    const { lost } = await check(load.entries, owner, ownerUrl)
    await owner.end()
    server.kill('SIGTERM')
    await server.ended
    expect(lost.length).toBeGreaterThanOrEqual(10)
  })
})
