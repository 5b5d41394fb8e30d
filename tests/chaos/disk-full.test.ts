import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect } from 'vitest'
import { embeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { ask } from '../support/installation/calls.ts'
import { check, figureOf, nothingWrong } from '../support/installation/checker.ts'
import { waitForInvoice, waitForMore } from '../support/installation/moments.ts'
import { formOf } from '../support/multipart-form.ts'
import { waitUntil } from '../support/patience.ts'
import { prove } from '../support/proofs.ts'
import { cleanUp, connectTo, makeFolder, startServer } from '../support/server-process.ts'
import { type EmbeddedSite, openEmbeddedSite } from './support/embedded-site.ts'

const mounts: string[] = []
let site: EmbeddedSite | undefined
afterEach(async () => {
  for (const mount of mounts) rmSync(join(mount, 'ballast'), { force: true })
  await site?.close()
  site = undefined
  for (const mount of mounts.splice(0)) spawnSync('umount', ['-l', mount])
  await cleanUp()
})

function mountMemory(path: string, megabytes: number): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path])
  if (status === 0) mounts.push(path)
  return status === 0
}

/** Makes a cluster whose data and log lie on file systems of their own: `small` is the one that will be full. */
async function folderWithSmall(part: 'data' | 'log', megabytes: number): Promise<{ dataDir: string; small: string }> {
  const dataDir = makeFolder()
  const logFolder = makeFolder()
  const small = part === 'data' ? dataDir : logFolder
  mountMemory(small, megabytes)
  chmodSync(small, 0o755)
  const postgres = await embeddedPostgres.start({ dataDir, say: () => {} })
  const { dataDirectory } = postgres
  await postgres.stop()
  const [log, moved] = [join(dataDirectory, 'pg_wal'), join(logFolder, 'pg_wal')]
  spawnSync('cp', ['-a', log, moved])
  renameSync(log, `${log}.old`)
  rmSync(`${log}.old`, { recursive: true })
  symlinkSync(moved, log)
  return { dataDir, small }
}

/** Writes until the file system is full, and frees so many kilobytes of it. */
function fill(folder: string, leftKb = 0): void {
  const file = openSync(join(folder, 'ballast'), 'w')
  for (const size of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(size)
    try {
      for (;;) writeSync(file, block)
    } catch {
      // The file system is full for blocks of this size.
    }
  }
  closeSync(file)
  const ballast = join(folder, 'ballast')
  truncateSync(ballast, Math.max(0, statSync(ballast).size - leftKb * 1024))
}

async function logoForm(): Promise<{ bytes: Buffer; type: string }> {
  const pixels = Buffer.from(Array.from({ length: 300 * 300 * 3 }, () => Math.floor(Math.random() * 256)))
  const content = await sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const form = formOf([
    { name: 'name', content: 'Empresa' },
    { name: 'logo', content, filename: 'a.png', type: 'image/png' },
  ])
  return { bytes: form.payload, type: form.contentType }
}

const canMount = (() => {
  if (process.getuid?.() !== 0) return false
  const folder = makeFolder()
  const isMounted = mountMemory(folder, 1)
  for (const mount of mounts.splice(0)) spawnSync('umount', [mount])
  return isMounted
})()

prove('F-06', 'the disk is full', (row) => {
  if (!canMount) {
    row.notRun('all of it: only root may mount small file systems')
    return
  }

  row.proof('writes get 503 while the disk of the data is full, reads go on, and no invoice is lost', async () => {
    const { dataDir, small } = await folderWithSmall('data', 300)
    site = await openEmbeddedSite(dataDir, 4)
    const { url, shops } = site
    const caller = shops[0]?.counter
    const upload = async () =>
      ask(url, { ...caller, method: 'PUT', path: '/api/companies/update', raw: await logoForm() })
    const uploaded = await upload()
    expect(uploaded.status).toBe(200)
    const { rows } = await site
      .connect()
      .query<{ logo: string }>('select logo_url as logo from companies where logo_url is not null')
    const logo = `/logos/${rows[0]?.logo}`
    expect((await ask(url, { path: logo })).status).toBe(200)
    // The history lies on another file system than the data, or the clerks would be the first to stop.
    const load = await site.invoice(24, 3_000, makeFolder())
    await waitForMore(load, 100)
    fill(small)
    const refusals = () => load.entries.filter((entry) => entry.type === 'unknown' && entry.status === 503).length
    await waitUntil(() => refusals() >= 200, 120_000, 'a full disk')
    const refused = await upload()
    const reads = await Promise.all(shops.map(({ counter }) => ask(url, { ...counter, path: '/api/packages?page=1' })))
    expect(reads.map(({ status }) => status)).toEqual(shops.map(() => 200))
    expect((await ask(url, { path: logo })).status).toBe(200)
    rmSync(join(small, 'ballast'))
    const freed = Date.now()
    const again = (await waitForInvoice(load, freed)) - freed
    await waitForMore(load, 100)
    await load.stop()
    expect([200, 503]).toContain(refused.status)
    expect((await upload()).status).toBe(200)
    const owner = site.connect()
    const verdict = await check(load.entries, owner, connectTo(dataDir).ownerUrl)
    expect(verdict).toMatchObject(nothingWrong)
    return `data: ${figureOf(verdict)}; ${refusals()} answers 503, ${reads.length}/${reads.length} lists and the old logo served meanwhile, first invoice ${again} ms after space was freed`
  })

  row.proof(
    'PostgreSQL may stop while the disk of the log is full, and a start with space loses no invoice',
    async () => {
      const { dataDir, small } = await folderWithSmall('log', 96)
      site = await openEmbeddedSite(dataDir, 4)
      const load = await site.invoice(24, 3_000, makeFolder())
      await waitForMore(load, 200)
      fill(small)
      const { superuserUrl } = connectTo(dataDir)
      const ended = site.server().ended
      // Each switch needs a new file of the log; the clerks go on writing.
      const switching = withConnection(superuserUrl, async (client) => {
        for (;;) await client.query('select pg_switch_wal(), txid_current()')
      }).catch(() => 'stopped')
      expect(await switching).toBe('stopped')
      const code = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20_000, 'runs'))])
      rmSync(join(small, 'ballast'))
      if (code !== 'runs') await site.start()
      const freed = Date.now()
      const again = (await waitForInvoice(load, freed)) - freed
      await waitForMore(load, 100)
      await load.stop()
      const verdict = await check(load.entries, site.connect(), connectTo(dataDir).ownerUrl)
      expect(verdict).toMatchObject(nothingWrong)
      return `log: ${figureOf(verdict)}; the server ${code === 'runs' ? 'ran on' : `ended with ${code} for its supervisor`}, first invoice ${again} ms after it was there again`
    },
  )

  row.proof(
    'a start and a backup on a full disk name the folder, and a start with space makes what was missing',
    async () => {
      const dataDir = makeFolder()
      mountMemory(dataDir, 60)
      chmodSync(dataDir, 0o755)
      const told: string[] = []
      for (const leftKb of [0, 8_000, 30_000]) {
        fill(dataDir, leftKb)
        const server = startServer({ DATA_DIR: dataDir })
        expect(await server.ended).toBe(1)
        told.push(server.lines.at(-1) ?? '')
        rmSync(join(dataDir, 'ballast'))
      }
      for (const line of told)
        expect(line).toMatch(new RegExp(`(No space is left|disk of the database is full).*${dataDir}`))
      const roomy = makeFolder()
      await (await embeddedPostgres.start({ dataDir: roomy, say: () => {} })).stop()
      const target = join(dataDir, 'copy')
      fill(dataDir, 8_000)
      await expect(embeddedPostgres.backUp({ dataDir: roomy, target })).rejects.toThrow(
        `No space is left in the folder ${target}`,
      )
      return `${told.length}/3 starts and a backup said which folder has no space left`
    },
  )

  row.control('an invoice that a full disk would have lost is detected', async () => {
    const dataDir = makeFolder()
    site = await openEmbeddedSite(dataDir, 2)
    const load = await site.invoice(8, 300, makeFolder())
    await waitForMore(load, 20)
    await load.stop()
    await withConnection(connectTo(dataDir).superuserUrl, async (client) => {
      await client.query("set session_replication_role = 'replica'")
      await client.query('delete from invoices where (company_id, id) = (select company_id, id from invoices limit 1)')
    })
    const { lost } = await check(load.entries, site.connect(), connectTo(dataDir).ownerUrl)
    expect(lost).toHaveLength(1)
  })
})
