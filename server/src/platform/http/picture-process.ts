import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import type { ThreadAnswer } from '../process/pool-member.ts'
import type { PictureHeader } from './picture-header.ts'

/** `side` is the longer one, in pixels. */
export type Bounds = { side: number; bytes: number }

/** For a picture more than twice as long as wide, such as the screenshot of a whole page: `side` is the shorter one. */
export type LongBounds = Bounds & { pixels: number; quality: number }

export type Drawing =
  | { of: 'logo'; side: number }
  | { of: 'photo'; sizes: [Bounds, ...Bounds[]]; long?: LongBounds }
  | { of: 'signature'; width: number; height: number }
  | { of: 'jpeg' }

/** The decoder must find the same `header`. */
export type PictureTask = { content: Uint8Array; header: PictureHeader; drawing: Drawing }

// Lowers the priority, so that calls come first.
if (process.platform === 'linux') setPriority(10)
// Ends at once when its server ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A terminal signals the whole group. The server ends this process after its last answer.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** A phone's JPEG may lack its end. */
async function open({ content, header, drawing }: PictureTask): Promise<Sharp> {
  const limitInputPixels = Math.max(1, header.width * header.height)
  const failOn = drawing.of === 'photo' && header.format === 'jpeg' ? 'none' : 'truncated'
  const picture = sharp(content, { limitInputPixels, failOn, sequentialRead: true, animated: false })
  const { format, width, height } = await picture.metadata()
  if (format !== header.format || width !== header.width || height !== header.height)
    throw new Error('The bytes are another picture')
  return picture
}

/** Qualities to try, with the least share of the bytes at quality 80 that each takes. */
const qualities: [quality: number, leastShare: number][] = [
  [80, 1],
  [60, 0.45],
  [40, 0.3],
  [20, 0.15],
]

async function encodeWithin(picture: Sharp, most: number): Promise<Buffer> {
  let whole = 0
  for (const [quality, leastShare] of qualities) {
    if (whole * leastShare > most) continue
    const drawn = await picture.clone().webp({ quality }).toBuffer()
    if (drawn.length <= most) return drawn
    whole ||= drawn.length
  }
  throw new Error('The picture stays too large')
}

/** Draws the largest size; makes the others from its pixels. */
async function drawPhoto(picture: Sharp, sizes: [Bounds, ...Bounds[]]): Promise<Buffer[]> {
  const [{ side }] = sizes
  const whole = inSquare(picture.rotate(), side).flatten({ background: '#fff' })
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const drawn = []
  for (const size of sizes) {
    const scaled = await inSquare(sharp(data, { raw }), size.side).raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = scaled.info
    drawn.push(await encodeWithin(sharp(scaled.data, { raw: { width, height, channels } }), size.bytes))
  }
  return drawn
}

/** Undefined if the picture is not so long, or stays too large. */
async function drawLong(
  picture: Sharp,
  { width, height }: PictureHeader,
  { side, bytes, pixels, quality }: LongBounds,
): Promise<Buffer | undefined> {
  const shorter = Math.min(width, height)
  if (Math.max(width, height) <= 2 * shorter) return undefined
  const scale = Math.min(1, side / shorter, Math.sqrt(pixels / (width * height)), longestWebp / Math.max(width, height))
  const drawn = await inSquare(picture.rotate(), Math.floor(Math.max(width, height) * scale))
    .flatten({ background: '#fff' })
    .webp({ quality, effort: 2 })
    .toBuffer()
  return drawn.length <= bytes ? drawn : undefined
}

const longestWebp = 16_383

const inSquare = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

async function draw(task: PictureTask): Promise<Buffer[]> {
  const picture = await open(task)
  const { drawing } = task
  if (drawing.of === 'photo') {
    const long = drawing.long && (await drawLong(picture.clone(), task.header, drawing.long))
    return long ? [long] : await drawPhoto(picture, drawing.sizes)
  }
  if (drawing.of === 'logo') return [await inSquare(picture.rotate(), drawing.side).webp({ quality: 85 }).toBuffer()]
  if (drawing.of === 'jpeg') return [await picture.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer()]
  return [
    await picture
      .resize({ width: drawing.width, height: drawing.height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('b-w')
      .png({ palette: true, colours: 16, compressionLevel: 9 })
      .toBuffer(),
  ]
}

/** Writes each piece after its length. */
const joinPieces = (pieces: Buffer[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece) => [Buffer.from(new Uint32Array([piece.length]).buffer), piece]))

process.on('message', async (task: PictureTask) => {
  // An empty answer means that it cannot be drawn.
  const answer: ThreadAnswer = { content: joinPieces(await draw(task).catch(() => [])) }
  process.send?.(answer)
})
