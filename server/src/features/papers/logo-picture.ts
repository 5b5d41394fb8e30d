import { LRUCache } from 'lru-cache'

export type Logo = { hash: string; content: Uint8Array }

const maxSide = 240
const kept = new LRUCache<string, Buffer>({ max: 50 })

/** Puts it on white, because PDFs take a PNG as it is. */
export async function readPicture({ hash, content }: Logo): Promise<Buffer> {
  const known = kept.get(hash)
  if (known) return known
  const { default: sharp } = await import('sharp')
  const picture = await sharp(content, { limitInputPixels: 512 * 512 })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
  kept.set(hash, picture)
  return picture
}
