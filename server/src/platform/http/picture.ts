import type { Party } from '../database/fair-turns.ts'
import { type AppError, fieldError } from '../errors.ts'
import { openProcess } from '../process/pool-member.ts'
import { createThreadPool, TaskTooLong, type ThreadPool } from '../process/thread-pool.ts'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'
import type { Drawing, PictureTask } from './picture-process.ts'
import { notUsable } from './upload.ts'

const script = new URL('./picture-process.ts', import.meta.url)

/** Two at once limit the memory. A company and all clients get one each, so that a clerk elsewhere finds the other free. */
const limits = {
  size: 2,
  maxOfCompany: 1,
  maxOfClients: 1,
  restOfCompany: { times: 1, mostMs: 1_000 },
  maxWaiting: 24,
  maxWaitingOfOrigin: 4,
  maxWaitMs: 20_000,
  maxMs: 10_000,
  mostMs: 60_000,
  idleMs: 60_000,
}
const maxHeapMb = 64

const maxPixels = 16_000_000
/** For a photo that is drawn small as its rows are read. */
const maxPhotoPixels = 64_000_000
const maxSide = 512
const wholePhoto = { side: 1600, bytes: 200 * 1024 }
const smallPhoto = { side: 640, bytes: 40 * 1024 }
const longPhoto = { side: 1600, bytes: 2 * 1024 * 1024, pixels: 10_000_000, quality: 60 }

const maxInkBytes = 20 * 1024
const maxInkPixels = 2_000_000
const inkSize = { width: 800, height: 320 }

// Started with the first picture, as most servers never get one.
let pool: ThreadPool | undefined

/** The next picture starts another process. */
export async function closeDrawing(): Promise<void> {
  const closing = pool
  pool = undefined
  await closing?.close()
}

function* splitPieces(joined: Buffer): Generator<Buffer> {
  for (let at = 0; at < joined.length; ) {
    const end = at + 4 + joined.readUInt32LE(at)
    yield joined.subarray(at + 4, end)
    at = end
  }
}

type Order = { drawing: Drawing; isTaken?: (header: PictureHeader) => boolean; refusal: () => AppError }

/** Draws in a process, which is killed if it takes too long. Throws `refusal` for what cannot be drawn, `unavailable` if too many wait. */
async function draw(
  party: Party,
  content: Buffer,
  { drawing, isTaken = () => true, refusal }: Order,
): Promise<Buffer[]> {
  const header = readPictureHeader(content)
  const most = drawing.of === 'photo' && header?.isInRows ? maxPhotoPixels : maxPixels
  if (!header || header.width * header.height > most || !isTaken(header)) throw refusal()
  pool ??= createThreadPool({ open: (events) => openProcess(script, maxHeapMb, events), ...limits })
  const task: PictureTask = { content, header, drawing }
  const joined = await pool.run(party, task).catch((error: unknown) => {
    throw error instanceof TaskTooLong ? refusal() : error
  })
  const pieces = [...splitPieces(Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength))]
  if (pieces.length === 0) throw refusal()
  return pieces
}

async function drawOne(party: Party, content: Buffer, order: Order): Promise<Buffer> {
  const [one] = await draw(party, content, order)
  if (!one) throw order.refusal()
  return one
}

const logo: Order = { drawing: { of: 'logo', side: maxSide }, refusal: () => notUsable('logo') }
const refusePhoto = () => fieldError('photo_not_usable', 'photo')
const photo: Order = { drawing: { of: 'photo', sizes: [wholePhoto] }, refusal: refusePhoto }
const paper: Order = { drawing: { of: 'photo', sizes: [wholePhoto], long: longPhoto }, refusal: refusePhoto }
const photoInSizes: Order = { drawing: { of: 'photo', sizes: [wholePhoto, smallPhoto] }, refusal: refusePhoto }

/** Returns WebP of at most 512 px a side. Throws `logo_not_usable`. docs/product/companies-and-users.md, "Logo". */
export const redrawPicture = (party: Party, content: Buffer): Promise<Buffer> => drawOne(party, content, logo)

/** Returns WebP of at most 1,600 px a side and 200 KB. Throws `photo_not_usable`. docs/product/dispatches.md, "Receipt". */
export const redrawPhoto = (party: Party, content: Buffer): Promise<Buffer> => drawOne(party, content, photo)

/**
 * Like `redrawPhoto`; of a picture more than twice as long as wide the shorter side has at most 1,600 px, and all of it 10 million and 2 MB.
 * docs/product/vouchers.md, "Files".
 */
export const redrawPaper = (party: Party, content: Buffer): Promise<Buffer> => drawOne(party, content, paper)

const jpeg: Order = { drawing: { of: 'jpeg' }, refusal: refusePhoto }

/** Of a picture that was drawn here, in its size. */
export const redrawAsJpeg = (party: Party, content: Buffer): Promise<Buffer> => drawOne(party, content, jpeg)

export type PhotoSizes = { whole: Buffer; small: Buffer }

/**
 * Like `redrawPhoto`, with a second picture of at most 640 px a side and 40 KB. Throws `photo_not_usable`.
 * docs/product/packages.md, "Fotos".
 */
export async function redrawPhotoInSizes(party: Party, content: Buffer): Promise<PhotoSizes> {
  const [whole, small] = await draw(party, content, photoInSizes)
  if (!whole || !small) throw refusePhoto()
  return { whole, small }
}

/** Decodes base64. */
export const readDataAddress = (address: string): Buffer =>
  Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

const ink: Order = {
  drawing: { of: 'signature', ...inkSize },
  isTaken: ({ format, width, height }: PictureHeader) => format === 'png' && width * height <= maxInkPixels,
  refusal: () => fieldError('signature_not_usable', 'signature'),
}

/** Redraws a PNG of at most 20 KB in grey on white, no larger. Throws `signature_not_usable`. docs/product/handovers.md, "Signature". */
export async function redrawSignature(party: Party, content: Buffer): Promise<Buffer> {
  if (content.length > maxInkBytes) throw ink.refusal()
  const drawn = await drawOne(party, content, ink)
  if (drawn.length > maxInkBytes) throw ink.refusal()
  return drawn
}
