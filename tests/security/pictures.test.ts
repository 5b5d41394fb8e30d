import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, vi } from 'vitest'
import { redrawPicture, redrawSignature } from '../../server/src/platform/http/picture.ts'
import { greyPng } from '../../tools/grey-png.ts'
import {
  type FormSending,
  findFault,
  logoPart,
  namePart,
  sendCompanyForm,
  storedLogos,
} from '../support/company-form.ts'
import { addDispatch } from '../support/dispatch.ts'
import { hostilePictures, smuggled } from '../support/hostile-pictures.ts'
import { type FormPart, formOf } from '../support/multipart-form.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

vi.mock(import('../../server/src/platform/http/picture.ts'), { spy: true })

const scratch = mkdtempSync(join(tmpdir(), 'casillero-logo-'))
vi.stubEnv('TMPDIR', scratch)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true })
})

/** Uploads each hostile file to a company of its own: it must be refused or redrawn, in little memory, and leave no trace. */
async function sendPictures(world: World, held: Held): Promise<void> {
  const files = takeSample(await hostilePictures(), 16)
  // The memory that the first picture loads does not count.
  await sendCompanyForm(world, await world.openCompany(), [namePart, logoPart(greyPng(600, 600))])
  const before = process.memoryUsage().rss
  for (const [what, content] of files) {
    const company = await world.openCompany()
    const { statusCode } = await sendCompanyForm(world, company, [namePart, logoPart(content)])
    const kept = await storedLogos(world, company)
    const faults = await Promise.all(kept.map((one) => findFault(one, content).catch(String)))
    // Only files with the signature of a picture are decoded, and none that is too large or truncated.
    const isDrawable = /^a (PNG|JPEG|WebP)/.test(what) && !/50,000|2,147|16,000,001|65,535|16,384|half/.test(what)
    const isMeant = statusCode === 400 ? kept.length === 0 : statusCode === 200 && kept.length === 1 && isDrawable
    held(isMeant && faults.every((fault) => fault === undefined), `${what}: ${statusCode}, ${faults}`)
  }
  // The peak of the whole process, in kilobytes.
  const grown = process.resourceUsage().maxRSS * 1024 - before
  held(grown <= 150 * 1024 * 1024, `${Math.round(grown / 1024 / 1024)} MiB more memory`)
  held(readdirSync(scratch).length === 0, 'no file is left')
}

const good = greyPng(8, 8)
const endless = 'x'.repeat(5000)

/** Sends forms with false data about an honest picture, which must be redrawn or refused. */
const lies: [what: string, part: Partial<FormPart>][] = [
  ['a page’s type', { type: 'text/html' }],
  ['no type', { type: '' }],
  ['a type that is none', { type: 'x'.repeat(300) }],
  ['a drawing’s name and type', { type: 'image/svg+xml', filename: 'x.svg' }],
  ['a way out of its folder', { filename: '../../x.png' }],
  ['a way out of a Windows folder', { filename: '..\\..\\x.png' }],
  ['a NUL in its name', { filename: 'x\0.png' }],
  ['a name without end', { filename: `${endless}.png` }],
  ['a program’s name', { filename: 'x.php' }],
]

/** Sends forms of which no field may be stored. */
const refused: [what: string, status: number, parts: FormPart[], sending?: FormSending][] = [
  ['a page that is called a picture', 400, [logoPart(`<script>${smuggled}</script>`)]],
  ['two pictures', 400, [logoPart(good), logoPart(good)]],
  ['a picture in another field', 400, [logoPart(good, { name: 'name' })]],
  ['a picture that is text', 400, [{ name: 'logo', content: 'data:image/png;base64,AAAA' }]],
  ['a byte over 2 MiB', 400, [logoPart(Buffer.concat([good, Buffer.alloc(2 * 1024 * 1024 + 1 - good.length)]))]],
  ['10,000 parts', 400, Array.from({ length: 10_000 }, (_, n) => ({ name: `f${n}`, content: 'x' }))],
  ['a field without end', 400, [{ name: 'address', content: 'x'.repeat(300_000) }]],
  ['a field that is every object’s', 400, [{ name: '__proto__', content: '{"isAdmin":true}' }]],
  ['a boundary of 71 characters', 415, [logoPart(good)], { boundary: 'b'.repeat(71) }],
  ['a boundary of 252 characters', 415, [logoPart(good)], { boundary: 'b'.repeat(252) }],
  ['a boundary of 5,000 characters', 415, [logoPart(good)], { boundary: 'b'.repeat(5000) }],
  ['no boundary', 415, [logoPart(good)], { contentType: 'multipart/form-data' }],
  ['another kind of form', 415, [logoPart(good)], { contentType: 'multipart/mixed; boundary=----casillero' }],
  ['a form that is none', 400, [], { payload: Buffer.from('nothing') }],
  ['a form cut short', 400, [], { payload: formOf([namePart, logoPart(good)]).payload.subarray(0, 260) }],
  ['a picture alone as the body', 415, [], { contentType: 'image/png', payload: good }],
]

async function sendForms(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  for (const [what, status, parts, sending] of refused) {
    const { statusCode } = await sendCompanyForm(world, company, [namePart, ...parts], sending)
    const { company: left } = await company.admin.ok('GET /api/companies/info')
    const isNothing = left.logoUrl === null && left.version === 1 && (await storedLogos(world, company)).length === 0
    held(statusCode === status && isNothing, `${what}: ${statusCode}`)
  }
  for (const [what, values] of lies) {
    const { statusCode } = await sendCompanyForm(world, company, [namePart, logoPart(good, values)])
    const faults = await Promise.all((await storedLogos(world, company)).map((kept) => findFault(kept, good)))
    const isMeant = [200, 400, 413, 415].includes(statusCode) && faults.every((fault) => fault === undefined)
    held(isMeant, `${what}: ${statusCode}, ${faults}`)
  }
  const json = await world.openCompany()
  const logo = { type: 'Buffer', data: [...good], filename: 'x.png', filepath: '/etc/passwd', toBuffer: 1 }
  const { statusCode } = await json.admin.send('PUT /api/companies/update', { body: { name: 'Otra', logo } })
  held(statusCode === 200 && (await storedLogos(world, json)).length === 0, `a picture of JSON: ${statusCode}`)
}

/** Sends uploads whose senders disconnect half way. */
async function hangUp(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  const { contentType, payload } = formOf([namePart, logoPart(Buffer.concat([good, Buffer.alloc(100_000)]))])
  for (let count = 0; count < tries(30, 100); count += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined).on('close', () => resolve())
      socket.write(
        `PUT /api/companies/update HTTP/1.1\r\nHost: ${company.host}\r\nAuthorization: Bearer ${company.admin.token}\r\n` +
          `Content-Type: ${contentType}\r\nContent-Length: ${payload.length}\r\n\r\n`,
      )
      socket.write(payload.subarray(0, payload.length / 2), () => socket.destroy())
    })
    held(readdirSync(scratch).length === 0, `upload ${count} left a file`)
  }
  held((await storedLogos(world, company)).length === 0, 'no half picture is kept')
  const { statusCode } = await sendCompanyForm(world, company, [namePart, logoPart(good)])
  held(statusCode === 200 && (await storedLogos(world, company)).length === 1, `a whole one afterwards: ${statusCode}`)
}

async function storedSignatures(world: World, shop: Shop): Promise<Buffer[]> {
  const { rows } = await world.owner.query<{ content: Buffer }>(
    'select content from handover_signatures where company_id = $1',
    [shop.id],
  )
  return rows.map(({ content }) => content)
}

async function findInkFault(kept: Buffer, sent: Buffer): Promise<string | undefined> {
  if (kept.equals(sent)) return 'kept as it was sent'
  if (kept.includes(smuggled.slice(0, 12)) || kept.includes('<script')) return 'has a script in it'
  const { format, width, height, exif, icc, xmp, pages = 1 } = await sharp(kept).metadata()
  if (format !== 'png' || pages !== 1 || width > 800 || height > 320) return `${format} ${width} × ${height}, ${pages}`
  return exif || icc || xmp || kept.length > 20_480 ? 'says where it came from, or is too large' : undefined
}

/** Signs with each hostile file that a body can carry: it must be refused or drawn anew. */
async function signWithPictures(world: World, held: Held): Promise<void> {
  for (const [what, content] of takeSample(await hostilePictures(), 8)) {
    const shop = await openShop(world)
    const body = {
      clientId: shop.client.id,
      packageIds: (await shop.receiveMany(1)).map(({ id }) => id),
      receivedBy: { name: 'Ana' },
      signature: `data:image/png;base64,${content.toString('base64')}`,
    }
    const { statusCode } = await shop.user.send('POST /api/handovers', { body })
    const kept = await storedSignatures(world, shop)
    const faults = await Promise.all(kept.map((one) => findInkFault(one, content).catch(String)))
    const isMeant =
      statusCode === 201
        ? kept.length === 1 && what.startsWith('a PNG')
        : [400, 413].includes(statusCode) && kept.length === 0
    held(isMeant && faults.every((fault) => fault === undefined), `a signature, ${what}: ${statusCode}, ${faults}`)
  }
}

/** Puts each hostile file on a dispatch as the photo of its receipt: it must be refused or drawn anew. */
async function photographWithPictures(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { id } = await addDispatch(shop)
  for (const [what, content] of takeSample(await hostilePictures(), 8)) {
    const body = { photo: `data:image/png;base64,${content.toString('base64')}` }
    const { statusCode } = await shop.user.send('PUT /api/dispatches/:id/receipt', { params: { id }, body })
    const { rows } = await world.owner.query<{ content: Buffer }>(
      'delete from dispatch_receipts where company_id = $1 returning content',
      [shop.id],
    )
    const faults = await Promise.all(rows.map((row) => findFault(row.content, content, 1600).catch(String)))
    const isMeant = statusCode === 200 ? rows.length === 1 : [400, 413].includes(statusCode) && rows.length === 0
    held(isMeant && faults.every((fault) => fault === undefined), `a receipt, ${what}: ${statusCode}, ${faults}`)
  }
}

/** Adds each hostile file to a package as a photo: it must be refused or drawn anew, in both of its sizes. */
async function photographPackages(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const [what, content] of takeSample(await hostilePictures(), 8)) {
    const { id } = await shop.receive()
    const body = { photo: `data:image/png;base64,${content.toString('base64')}` }
    const { statusCode } = await shop.user.send('POST /api/packages/:id/photos', { params: { id }, body })
    const { rows } = await world.owner.query<{ content: Buffer; small: Buffer }>(
      `select content, small from package_photo_contents
       where photo_id in (select f.id from package_photos f where f.package_id = $1)`,
      [id],
    )
    const faults = await Promise.all(
      rows.flatMap((row) => [findFault(row.content, content, 1600), findFault(row.small, content, 640)]),
    ).catch((error) => [String(error)])
    const isMeant = statusCode === 201 ? rows.length === 1 : [400, 413].includes(statusCode) && rows.length === 0
    held(isMeant && faults.every((fault) => fault === undefined), `a photo, ${what}: ${statusCode}, ${faults}`)
  }
}

/** A product that stores pictures as they come. */
async function keepAsSent(held: Held): Promise<void> {
  vi.mocked(redrawPicture).mockImplementation(async (_, content) => content)
  try {
    await on(sendPictures)(held)
  } finally {
    vi.mocked(redrawPicture).mockRestore()
  }
}

/** A product that stores signatures as they come. */
async function keepInkAsSent(held: Held): Promise<void> {
  vi.mocked(redrawSignature).mockImplementation(async (_, content) => content)
  try {
    await on(signWithPictures)(held)
  } finally {
    vi.mocked(redrawSignature).mockRestore()
  }
}

threat('T-13', { what: 'a picture that is more than a picture', asvs: ['5.2.1', '5.2.2', '5.2.6', '5.3.1'] }, (row) => {
  const { proof, control } = row
  proof('hostile files are refused or drawn anew, in little memory', on(sendPictures))
  control('hostile files, where pictures are kept as they come', keepAsSent)
  proof('hostile signatures are refused or drawn anew', on(signWithPictures))
  control('hostile signatures, where they are kept as they come', keepInkAsSent)
  proof('hostile photos are refused or drawn anew', on(photographWithPictures))
  proof('hostile photos of packages are refused or drawn anew', on(photographPackages))
  proof('hostile forms leave nothing behind', on(sendForms))
  proof('uploads that break off leave nothing behind', on(hangUp))
})
