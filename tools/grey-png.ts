import { crc32, deflateSync } from 'node:zlib'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG: its length, its type, its data, and the checksum of both. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(content.length, 0)
  named.copy(frame, 4)
  frame.writeUInt32BE(crc32(named), named.length + 4)
  return frame
}

function header(width: number, height: number): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  // Eight bits of grey a pixel.
  content.writeUInt8(8, 8)
  return pngChunk('IHDR', content)
}

type PngParts = {
  /** The rows, each behind the byte of its filter. */
  pixels?: Buffer
  /** Chunks between the header and the pixels. */
  before?: Buffer[]
  /** What follows the end. */
  after?: Buffer
}

/** A grey PNG of any stated size; its pixels are black unless given. */
export function greyPng(width: number, height: number, { pixels, before = [], after }: PngParts = {}): Buffer {
  const rows = pngChunk('IDAT', deflateSync(pixels ?? Buffer.alloc(height * (width + 1))))
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([pngSignature, header(width, height), ...before, rows, end, after ?? Buffer.alloc(0)])
}
