import { type AppError, fieldError } from '../errors.ts'
import { notUsable } from './upload.ts'

/** Loads the decoder, restricted to the formats of logos, one picture at a time and without a cache. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

// Loaded with the first picture: the decoder takes eight megabytes, and most servers never get a picture.
let loading: ReturnType<typeof loadSharp> | undefined

const maxPixels = 16_000_000
const maxSide = 512

const wholePhoto = { side: 1600, bytes: 200 * 1024 }
const smallPhoto = { side: 640, bytes: 40 * 1024 }

const maxInkBytes = 20 * 1024
const maxInkPixels = 2_000_000
const inkSize = { width: 800, height: 320 }

const signatures: [format: string, bytes: (content: Buffer) => boolean][] = [
  ['png', (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['webp', (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'],
]

let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes a PNG, JPEG or WebP, known by its bytes, and draws it anew as WebP of at most 512 px a side without any metadata.
 * Throws `logo_not_usable` for everything else.
 * docs/product/companies-and-users.md, "Logo".
 */
export const redrawPicture = (content: Buffer): Promise<Buffer> => waitTurn(() => redraw(content))

/**
 * Decodes a PNG, JPEG or WebP and draws it anew as WebP of at most 1,600 px a side and 200 KB, without metadata. Throws
 * `photo_not_usable` for everything else.
 * docs/product/dispatches.md, "Receipt".
 */
export const redrawPhoto = (content: Buffer): Promise<Buffer> => waitTurn(() => redrawShot(content, wholePhoto))

/** A photo drawn anew, and the small picture of it. */
export type PhotoSizes = { whole: Buffer; small: Buffer }

/**
 * Draws a photo as `redrawPhoto` does, and again as WebP of at most 640 px a side and 40 KB, for lists and for when the whole one is
 * given up. Throws `photo_not_usable`.
 * docs/product/packages.md, "Fotos".
 */
export const redrawPhotoInSizes = (content: Buffer): Promise<PhotoSizes> =>
  waitTurn(async () => {
    const whole = await redrawShot(content, wholePhoto)
    return { whole, small: await redrawShot(whole, smallPhoto) }
  })

/** Reads the bytes of a `data:` address in base64. */
export const readDataAddress = (address: string): Buffer =>
  Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

/**
 * Decodes a PNG of at most 20 KB and draws it anew as a grey PNG on white without any metadata, which is no larger either. Throws
 * `signature_not_usable` for everything else.
 * docs/product/handovers.md, "Signature".
 */
export const redrawSignature = (content: Buffer): Promise<Buffer> => waitTurn(() => redrawInk(content))

/** Draws one picture after the other, so that many at once take the memory of one. */
function waitTurn<T>(draw: () => Promise<T>): Promise<T> {
  const turn = last.then(draw)
  last = turn.catch(() => undefined)
  return turn
}

async function redrawInk(content: Buffer): Promise<Buffer> {
  const [png] = signatures
  if (!png?.[1](content) || content.length > maxInkBytes) throw inkNotUsable()
  loading ??= loadSharp()
  const sharp = await loading
  try {
    const drawn = await sharp(content, { limitInputPixels: maxInkPixels, failOn: 'warning', sequentialRead: true })
      .resize({ ...inkSize, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('b-w')
      .png({ palette: true, colours: 16, compressionLevel: 9 })
      .toBuffer()
    if (drawn.length > maxInkBytes) throw inkNotUsable()
    return drawn
  } catch {
    throw inkNotUsable()
  }
}

function inkNotUsable(): AppError {
  return fieldError('signature_not_usable', 'signature')
}

async function redraw(content: Buffer): Promise<Buffer> {
  try {
    return await (await decode(content, maxSide)).webp({ quality: 85 }).toBuffer()
  } catch {
    throw notUsable('logo')
  }
}

async function redrawShot(content: Buffer, most: { side: number; bytes: number }): Promise<Buffer> {
  try {
    const picture = await decode(content, most.side)
    for (const quality of [80, 60, 40, 20]) {
      const drawn = await picture.clone().webp({ quality }).toBuffer()
      if (drawn.length <= most.bytes) return drawn
    }
  } catch {
    // Answered below, as a photo that stays too large.
  }
  throw fieldError('photo_not_usable', 'photo')
}

/** Begins to decode a picture whose bytes are of the format that they name, turned upright and scaled into the square. */
async function decode(content: Buffer, side: number) {
  const known = signatures.find(([, matches]) => matches(content))
  if (!known) throw new Error('The bytes are no picture')
  loading ??= loadSharp()
  const sharp = await loading
  const picture = sharp(content, {
    limitInputPixels: maxPixels,
    failOn: 'warning',
    sequentialRead: true,
    animated: false,
  })
  const { format, width = 0, height = 0 } = await picture.metadata()
  if (format !== known[0] || width * height > maxPixels) throw new Error('The bytes are another picture')
  return picture.rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}
