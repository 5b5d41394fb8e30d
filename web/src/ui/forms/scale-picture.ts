const kinds = ['image/png', 'image/jpeg', 'image/webp']
const maxSide = 512
const maxBytes = 2 * 1024 * 1024

/** The kinds of files that an input offers to choose from. */
export const pictureKinds = kinds.join(',')

/**
 * Makes a picked PNG, JPEG or WebP small enough to send over a slow link: at most 512 px a side, its kind kept. Undefined when
 * the file is none of them or cannot be drawn.
 */
export async function scalePicture(file: Blob): Promise<Blob | undefined> {
  if (!kinds.includes(file.type)) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return undefined
  const { width, height } = fitSize(picture.width, picture.height)
  const isSmall = width === picture.width && file.size <= maxBytes
  const scaled = isSmall ? file : await redraw(picture, width, height, file.type)
  picture.close()
  return scaled === null || scaled.size > maxBytes ? undefined : scaled
}

/** The sides of a picture that has to fit into the largest square, in whole pixels; a small one keeps its own. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

function redraw(picture: ImageBitmap, width: number, height: number, kind: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, kind, 0.9))
}
