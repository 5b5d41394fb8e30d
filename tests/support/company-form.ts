import sharp from 'sharp'
import type { Actor } from './actor.ts'
import { smuggled } from './hostile-pictures.ts'
import { type FormPart, formOf } from './multipart-form.ts'
import type { Company, World } from './world.ts'

/** The sender of a form, by default the admin, and the parts that differ from a browser's form. */
export type FormSending = { actor?: Actor; boundary?: string; contentType?: string; payload?: Buffer }

/** Sends the form by which a company changes its own data and its logo. */
export function sendCompanyForm({ app }: World, company: Company, parts: FormPart[], sending: FormSending = {}) {
  const { actor = company.admin, boundary, ...raw } = sending
  const form = { ...formOf(parts, boundary), ...raw }
  return app.inject({
    method: 'PUT',
    url: '/api/companies/update',
    headers: {
      host: company.host,
      'content-type': form.contentType,
      ...(actor.token ? { authorization: `Bearer ${actor.token}` } : {}),
    },
    payload: form.payload,
  })
}

export const namePart: FormPart = { name: 'name', content: 'Envíos' }

export const logoPart = (content: Buffer | string, values: Partial<FormPart> = {}): FormPart => ({
  name: 'logo',
  content,
  filename: 'logo.png',
  type: 'image/png',
  ...values,
})

/** Reads the stored logos of a company. */
export async function storedLogos({ owner }: World, { id }: Company): Promise<Buffer[]> {
  const { rows } = await owner.query<{ content: Buffer }>('select content from logos where company_id = $1', [id])
  return rows.map(({ content }) => content)
}

/** True for a redrawn picture: a WebP of the right size without metadata. */
export async function findFault(kept: Buffer, sent: Buffer, maxSide = 512): Promise<string | undefined> {
  if (kept.equals(sent)) return 'kept as it was sent'
  const secret = [smuggled.slice(0, 12), '<script', 'Ana Secreta', 'PK\x03\x04', 'Exif'].find((one) =>
    kept.includes(one),
  )
  if (secret) return `has ${secret} in it`
  const { format, width, height, exif, icc, xmp, iptc, pages = 1 } = await sharp(kept).metadata()
  if (format !== 'webp' || pages !== 1 || Math.max(width, height) > maxSide)
    return `${format} ${width} × ${height}, ${pages}`
  if (exif || icc || xmp || iptc) return 'says where it came from'
  if (kept.readUInt32LE(4) + 8 !== kept.length) return 'has something behind it'
  return undefined
}
