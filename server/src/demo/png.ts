import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(content.length, 0)
  named.copy(frame, 4)
  frame.writeUInt32BE(crc32(named), named.length + 4)
  return frame
}

/** The pixels of a picture, row by row, of one byte in grey or of three in colour. */
type Pixels = { width: number; height: number; bytes: Buffer; isGrey: boolean }

/** Makes a PNG of pixels. */
export function encodePng({ width, height, bytes, isGrey }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  header.writeUInt8(isGrey ? 0 : 2, 9)
  const stride = isGrey ? width : 3 * width
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), bytes.subarray(y * stride, (y + 1) * stride)]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
