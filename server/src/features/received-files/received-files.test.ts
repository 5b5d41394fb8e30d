import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import type { Db } from '../../platform/database/database.ts'
import { mostReceivedBytes, readReceivedFile } from '../../platform/http/received-file.ts'
import { upkeepJobs } from '../../upkeep-jobs.ts'
import { getFile, storeFile } from './received-files.ts'

const world = openWorld()
const day = 86_400_000
const sender = { company: 'any', rank: 'client', origin: 'any' } as const

const as = <T>({ id, user }: Shop, run: (db: Db) => Promise<T>): Promise<T> =>
  world.database.asUser({ companyId: id, userId: user.userId }, run)

test('a picture is drawn anew and a PDF kept as it is, each with the digest of what was sent', async () => {
  const png = greyPng(1800, 900)
  const picture = await readReceivedFile(sender, png)
  const { format, width } = await sharp(picture.content).metadata()
  expect([picture.kind, format, width]).toEqual(['picture', 'webp', 1600])
  expect(picture.digest.equals(createHash('sha256').update(png).digest())).toBe(true)
  const pdf = Buffer.from('%PDF-1.7 …')
  expect(await readReceivedFile(sender, pdf)).toMatchObject({ kind: 'pdf', content: pdf })
})

test('what a phone makes is taken: a PDF behind other bytes, a JPEG with a warning or without its end, 50 million pixels', async () => {
  const pdf = Buffer.from('%PDF-1.4 hola')
  for (const before of ['\ufeff', '\r\n\r\n', `Content-Type: application/pdf${' '.repeat(980)}`]) {
    const taken = await readReceivedFile(sender, Buffer.concat([Buffer.from(before), pdf]))
    expect(taken).toMatchObject({ kind: 'pdf', content: pdf })
  }
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2a6' } })
      .jpeg()
      .toBuffer()
  const jpeg = await drawn(800, 600)
  const warned = Buffer.from(jpeg)
  // The scan's last coefficient, which some phones write as 0.
  warned.writeUInt8(0, warned.indexOf(Buffer.from([0xff, 0xda])) + 12)
  for (const sent of [warned, jpeg.subarray(0, -40), await drawn(8200, 6100)]) {
    const { content } = await readReceivedFile(sender, sent)
    expect((await sharp(content).metadata()).height).toBeGreaterThanOrEqual(600)
  }
})

test('a long screenshot stays as wide as it was, a transparent picture is drawn on white', async () => {
  const long = await readReceivedFile(sender, greyPng(1080, 9000))
  expect(await sharp(long.content).metadata()).toMatchObject({ width: 1080, height: 9000 })
  const clear = { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const { content } = await readReceivedFile(sender, await sharp({ create: clear }).png().toBuffer())
  expect([...(await sharp(content).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

test('what is neither picture nor PDF is refused, and what is larger than 5 MB', async () => {
  const large = Buffer.alloc(mostReceivedBytes + 1)
  large.write('%PDF-')
  for (const sent of [Buffer.alloc(0), Buffer.from('<html>%PDF-'), Buffer.from('GIF89a'), large]) {
    await expect(readReceivedFile(sender, sent)).rejects.toMatchObject({ code: 'file_not_usable' })
  }
})

test('a file is given to its company alone, a PDF to download, until the sweep gives it up after 180 days', async () => {
  const [shop, other] = [await openShop(world), await openShop(world)]
  const file = await readReceivedFile(sender, Buffer.from('%PDF-1.7'))
  const long = `../${'a'.repeat(200)}<b>.pdf`
  const id = await as(shop, (db) => storeFile(db, { clientId: shop.client.id, name: long, file }))
  expect(await as(shop, (db) => getFile(db, id))).toMatchObject({ type: 'application/pdf', isDownload: true })
  await expect(as(other, (db) => getFile(db, id))).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await world.owner.query('select name from received_files where id = $1', [id])
  expect(rows).toEqual([{ name: `${'a'.repeat(115)}b.pdf` }])
  const sweep = () => world.database.withoutCompany((db) => sql`select sweep_expired()`.execute(db))
  world.setTime(new Date(Date.now() + 179 * day))
  await sweep()
  await as(shop, (db) => getFile(db, id))
  world.setTime(new Date(Date.now() + 181 * day))
  await sweep()
  await expect(as(shop, (db) => getFile(db, id))).rejects.toMatchObject({ code: 'file_expired' })
  world.setTime(undefined)
})

test('a step of the sweep that fails is reported and stops no other step', async () => {
  const shop = await openShop(world)
  const file = await readReceivedFile(sender, Buffer.from('%PDF-1.7'))
  const id = await as(shop, (db) => storeFile(db, { clientId: shop.client.id, name: 'a.pdf', file }))
  const spoilt = ['sessions', 'known_origins']
  await world.owner.query(`create function spoil() returns trigger language plpgsql as $$ begin
    raise exception '% cannot be swept', tg_table_name; end $$`)
  for (const table of spoilt)
    await world.owner.query(`create trigger spoil before delete on ${table} execute function spoil()`)
  world.setTime(new Date(Date.now() + 181 * day))
  try {
    const sweeping = upkeepJobs(world.database, () => undefined).find(({ name }) => name === 'sweep')
    const failure = await sweeping?.run().catch((error: unknown) => error)
    expect([failure, ...Object(failure).errors].map((error) => Object(error).message)).toEqual([
      '2 failed, first: error: sessions cannot be swept',
      ...spoilt.map((table) => `${table} cannot be swept`),
    ])
    await expect(as(shop, (db) => getFile(db, id))).rejects.toMatchObject({ code: 'file_expired' })
  } finally {
    world.setTime(undefined)
    await world.owner.query('drop function spoil cascade')
  }
})

test('a table that has grown is analysed by upkeep, so that plans do not wait for counters that a crash resets', async () => {
  const shop = await openShop(world)
  await world.owner.query('analyze received_files')
  await world.owner.query(
    `insert into received_files (company_id, kind, digest, bytes)
     select $1, 'pdf', sha256(n::text::bytea), 1 from generate_series(1, 5000) n`,
    [shop.id],
  )
  const job = upkeepJobs(world.database, () => undefined).find(({ name }) => name === 'analyze')
  while (await job?.run());
  const { rows } = await world.owner.query<{ known: number }>(
    "select reltuples::int as known from pg_class where oid = 'received_files'::regclass",
  )
  expect(rows[0]?.known).toBeGreaterThan(4900)
})
