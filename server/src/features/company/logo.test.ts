import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type FormSending,
  findFault,
  logoPart,
  namePart,
  sendCompanyForm,
  storedLogos,
} from '../../../../tests/support/company-form.ts'
import { telltaleJpeg } from '../../../../tests/support/hostile-pictures.ts'
import type { FormPart } from '../../../../tests/support/multipart-form.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import { redrawPicture } from '../../platform/http/picture.ts'

vi.mock('../../platform/http/picture.ts', { spy: true })

const world = openWorld()
let company: Company
beforeEach(async () => {
  company = await world.openCompany()
})

const sendForm = (parts: FormPart[], sending?: FormSending) => sendCompanyForm(world, company, parts, sending)

async function saveLogo(content: Buffer): Promise<string> {
  const answer = await sendForm([namePart, logoPart(content)])
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().company.logoUrl
}

const fetchLogo = (file: string) => world.app.inject({ method: 'GET', url: `/logos/${file}` })

const kept = () => storedLogos(world, company)

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })

/** Fails unless all that is kept was drawn anew. */
async function expectRedrawn(sent: Buffer): Promise<void> {
  for (const logo of await kept()) expect(await findFault(logo, sent)).toBeUndefined()
}

const notUsable = {
  code: 'logo_not_usable',
  message: 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB',
  fields: { logo: 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB' },
}

test.each(['png', 'jpeg', 'webp'] as const)(
  'a logo as %s is redrawn as WebP of at most 512 px a side',
  async (format) => {
    const sent = await solid(1200, 600).toFormat(format).toBuffer()
    const file = await saveLogo(sent)
    expect(file).toMatch(/^[0-9a-f]{64}\.webp$/)
    await expectRedrawn(sent)
    const answer = await fetchLogo(file)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
    expect([answer.rawPayload]).toEqual(await kept())
  },
)

test('a small logo is not enlarged, and a rotated one is put upright', async () => {
  const small = await fetchLogo(await saveLogo(await solid(30, 20).png().toBuffer()))
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 30, height: 20 })
  const photo = await telltaleJpeg()
  expect((await sharp(photo).metadata()).exif, 'the sample says where it was taken').toBeDefined()
  const upright = await fetchLogo(await saveLogo(photo))
  expect(await sharp(upright.rawPayload).metadata()).toMatchObject({ width: 60, height: 120 })
  await expectRedrawn(photo)
})

test('a logo is public, cached for ever by browsers, and runs no script', async () => {
  const answer = await fetchLogo(await saveLogo(greyPng(8, 8)))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('a logo replaces the one before, which is deleted, and stays when none is sent', async () => {
  const first = await saveLogo(greyPng(31, 8))
  const second = await saveLogo(greyPng(32, 8))
  expect(second).not.toBe(first)
  expect([(await fetchLogo(first)).statusCode, (await fetchLogo(second)).statusCode]).toEqual([404, 200])
  expect(await kept()).toHaveLength(1)
  expect((await sendForm([namePart])).json().company.logoUrl).toBe(second)
  expect((await sendForm([namePart, logoPart('')])).json().company.logoUrl).toBe(second)
  const saved = await company.admin.ok('PUT /api/companies/update', { body: { name: 'Otra' } })
  expect(saved.company.logoUrl).toBe(second)
  expect((await company.viewer.ok('GET /api/auth/me')).company.logoUrl).toBe(second)
  expect((await company.anonymous.send('GET /api/health')).json().logo_url).toBe(second)
})

test('a logo of one company outlives the same logo of another', async () => {
  const shared = await saveLogo(greyPng(8, 8))
  const first = company
  company = await world.openCompany()
  expect(await saveLogo(greyPng(8, 8))).toBe(shared)
  await saveLogo(greyPng(9, 9))
  expect((await fetchLogo(shared)).statusCode).toBe(200)
  company = first
  expect(await kept()).toHaveLength(1)
})

test.each(['x.webp', `${'a'.repeat(64)}.webp`, `${'a'.repeat(64)}.svg`, '..%2f..%2fetc%2fpasswd', '%00.webp', ''])(
  'no logo is found at /logos/%s',
  async (file) => {
    expect((await fetchLogo(file)).statusCode).toBe(404)
  },
)

test('a logo is saved with its company or not at all', async () => {
  const refused = await sendForm([{ name: 'name', content: '' }, logoPart(greyPng(8, 8))])
  const stale = await sendForm([namePart, { name: 'version', content: '7' }, logoPart(greyPng(8, 8))])
  expect([refused.statusCode, stale.statusCode, await kept()]).toEqual([400, 409, []])
})

test.each(['viewer', 'user', 'anonymous'] as const)('a logo that a %s sends is never decoded', async (who) => {
  vi.mocked(redrawPicture).mockClear()
  const answer = await sendForm([namePart, logoPart(greyPng(8, 8))], { actor: company[who] })
  expect(answer.statusCode).toBe(who === 'anonymous' ? 401 : 403)
  expect(redrawPicture).not.toHaveBeenCalled()
  await saveLogo(greyPng(8, 8))
  expect(redrawPicture, 'the spy sees what an admin sends').toHaveBeenCalledOnce()
})

test('a file that is no picture is refused under its field', async () => {
  const answer = await sendForm([namePart, logoPart('<svg></svg>')])
  expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining(notUsable)])
})

test('a logo of 2 MiB to the byte is read whole', async () => {
  const good = greyPng(8, 8)
  const answer = await sendForm([
    namePart,
    logoPart(Buffer.concat([good, Buffer.alloc(2 * 1024 * 1024 - good.length)])),
  ])
  expect(answer.statusCode).toBe(200)
  expect(await kept()).toHaveLength(1)
})
