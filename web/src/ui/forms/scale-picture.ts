import { maxSentPhotoBytes } from '@casillero/shared/contract/photo'

const kinds = ['image/png', 'image/jpeg', 'image/webp']
const maxLogoSide = 512
const maxLogoBytes = 2 * 1024 * 1024
const maxPhotoSide = 1600
/** The text line's height, relative to the photo's longer side. */
const footPart = 0.05

/** Returns a logo of at most 512 px a side, in the same format. Undefined if the file is not a PNG, JPEG or WebP, or cannot be drawn. */
export async function scalePicture(file: Blob): Promise<Blob | undefined> {
  const picture = await openPicture(file)
  if (picture === undefined) return undefined
  const size = fitSize(picture, maxLogoSide)
  const isSmall = size.width === picture.width && file.size <= maxLogoBytes
  const scaled = isSmall ? file : await redraw(picture, size, { kind: file.type, quality: 0.9 })
  picture.close()
  return scaled === null || scaled.size > maxLogoBytes ? undefined : scaled
}

/**
 * Returns a JPEG of at most 1,600 px a side as a `data:` URL, with `foot` under it. Undefined if the file is not a PNG, JPEG or WebP, or
 * cannot be drawn.
 */
export async function shrinkPhoto(file: Blob, foot?: string): Promise<string | undefined> {
  const picture = await openPicture(file)
  if (picture === undefined) return undefined
  try {
    // A photo with much detail is made smaller until its file fits.
    for (let side = maxPhotoSide; side > 200; side /= 1.5) {
      for (const quality of [0.8, 0.6]) {
        const room = Math.round(foot === undefined ? side : side * (1 - footPart))
        const drawn = await redraw(picture, fitSize(picture, room), { kind: 'image/jpeg', quality, foot })
        if (drawn !== null && drawn.size <= maxSentPhotoBytes) return await readAddress(drawn)
      }
    }
    return undefined
  } finally {
    picture.close()
  }
}

/** Pixels of a long picture in all. */
const maxLongPixels = 10_000_000

/**
 * Draws a picture in the size in which the server keeps it, as a JPEG; one that would grow or cannot be drawn stays as it is.
 * docs/product/vouchers.md, "Files".
 */
export async function shrinkFile(file: File): Promise<File> {
  const picture = await openPicture(file)
  if (picture === undefined) return file
  const [short, long] = [Math.min(picture.width, picture.height), Math.max(picture.width, picture.height)]
  const scale =
    long > 2 * short
      ? Math.min(1, maxPhotoSide / short, Math.sqrt(maxLongPixels / short / long))
      : Math.min(1, maxPhotoSide / long)
  const drawn = await redraw(picture, fitSize(picture, Math.round(long * scale)), { kind: 'image/jpeg', quality: 0.8 })
  picture.close()
  if (drawn === null || drawn.size >= file.size) return file
  return new File([drawn], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: drawn.type })
}

async function openPicture(file: Blob): Promise<ImageBitmap | undefined> {
  if (!kinds.includes(file.type)) return undefined
  return await createImageBitmap(file).catch(() => undefined)
}

type Size = { width: number; height: number }

/** Whole pixels; never enlarges. */
export function fitSize({ width, height }: Size, maxSide: number): Size {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

type Form = { kind: string; quality: number; foot?: string | undefined }

function redraw(picture: ImageBitmap, { width, height }: Size, { kind, quality, foot }: Form): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const footHeight = foot === undefined ? 0 : Math.ceil(Math.max(width, height) * footPart)
  canvas.width = width
  canvas.height = height + footHeight
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  if (kind === 'image/jpeg') {
    // JPEG has no transparency, so the background is white.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
  }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  if (foot !== undefined) drawFoot(pen, foot, { top: height, width, height: footHeight })
  return new Promise((resolve) => canvas.toBlob(resolve, kind, quality))
}

type Foot = Size & { top: number }

/** Makes the text as large as height and width allow. */
function drawFoot(pen: CanvasRenderingContext2D, text: string, { top, width, height }: Foot): void {
  pen.fillStyle = '#1c1b1a'
  pen.fillRect(0, top, width, height)
  const margin = height / 3
  const largest = height * 0.56
  const setSize = (size: number) => {
    pen.font = `${size}px system-ui, sans-serif`
  }
  setSize(largest)
  setSize(largest * Math.min(1, (width - 2 * margin) / pen.measureText(text).width))
  pen.fillStyle = '#fff'
  pen.textBaseline = 'middle'
  pen.fillText(text, margin, top + height / 2)
}

const readAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
