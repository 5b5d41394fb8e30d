import { encodePng } from './png.ts'
import type { Random } from './random.ts'

const width = 320
const height = 110

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
  return encodePng({ width, height, bytes: ink, isGrey: true }).toString('base64')
}
