import { crc32, deflateSync } from 'node:zlib'
import type { Random } from './random.ts'

const width = 320
const height = 110

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(content.length, 0)
  named.copy(frame, 4)
  frame.writeUInt32BE(crc32(named), named.length + 4)
  return frame
}

/** A grey PNG; `ink` has a byte for each pixel, row by row. */
function encodePng(ink: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), ink.subarray(y * width, (y + 1) * width)]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Draws loops that shrink along a line, and a stroke below them, as a signature in base64. */
export function drawSignature(random: Random): string {
  const ink = Buffer.alloc(width * height, 0xff)
  const dot = (x: number, y: number) => {
    for (const dx of [0, 1]) for (const dy of [0, 1]) ink[Math.round(y + dy) * width + Math.round(x + dx)] = 0x20
  }
  const loops = random.between(5, 9)
  const tall = random.between(24, 36)
  for (let step = 0; step <= 4000; step += 1) {
    const part = step / 4000
    const angle = part * loops * 2 * Math.PI
    const size = tall * (1 - part * 0.7)
    dot(40 + part * 200 + Math.sin(angle) * size * 0.4, 52 - Math.cos(angle) * size)
    dot(50 + part * 220, 96 - part * 7)
  }
  return encodePng(ink).toString('base64')
}
