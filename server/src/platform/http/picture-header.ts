type Size = { format: 'png' | 'jpeg' | 'webp'; width: number; height: number }

/** Read before anything is decoded. `isInRows`: a decoder needs a few rows in memory at a time. */
export type PictureHeader = Size & { isInRows: boolean }

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(content: Buffer): PictureHeader | undefined {
  if (!content.subarray(0, 8).equals(pngSignature) || content.length < 24) return undefined
  const isInRows = content[28] === 0
  return { format: 'png', width: content.readUInt32BE(16), height: content.readUInt32BE(20), isInRows }
}

/** Markers C4, C8 and CC are in the range, but begin no frame. */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(content: Buffer): PictureHeader | undefined {
  if (content[0] !== 0xff || content[1] !== 0xd8 || content[2] !== 0xff) return undefined
  let size: Size | undefined
  let parts: number | undefined
  for (let at = 2; at + 9 <= content.length; ) {
    if (content[at] !== 0xff) break
    const marker = content.readUInt8(at + 1)
    // Its first scan has all colours, so the decoder waits for no other.
    if (marker === 0xda) return size && { ...size, isInRows: content[at + 4] === parts }
    if (beginsFrame(marker)) {
      size = { format: 'jpeg', width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) }
      parts = marker <= 0xc1 ? content[at + 9] : undefined
    }
    // A fill byte, or a marker without content.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else at += 2 + content.readUInt16BE(at + 2)
  }
  return size && { ...size, isInRows: false }
}

function readWebp(content: Buffer): Size | undefined {
  if (content.toString('latin1', 0, 4) !== 'RIFF' || content.length < 30) return undefined
  const kind = content.toString('latin1', 8, 16)
  if (kind === 'WEBPVP8X')
    return { format: 'webp', width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
  if (kind === 'WEBPVP8L') {
    const sides = content.readUInt32LE(21)
    return { format: 'webp', width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'WEBPVP8 ') return undefined
  return { format: 'webp', width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff }
}

/** Reads a PNG, JPEG or WebP; undefined for other bytes. */
export function readPictureHeader(content: Buffer): PictureHeader | undefined {
  const webp = readWebp(content)
  return readPng(content) ?? readJpeg(content) ?? (webp && { ...webp, isInRows: false })
}
