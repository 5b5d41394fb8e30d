import { createHash } from 'node:crypto'
import { greyPng } from '../grey-png.ts'

const modules = 65
const margin = 4
const scale = 4

/** True where one of a QR's three corner squares is dark; undefined outside of them. */
function corner(x: number, y: number): boolean | undefined {
  for (const [left, top] of [
    [0, 0],
    [modules - 7, 0],
    [0, modules - 7],
  ] as const) {
    const [dx, dy] = [x - left, y - top]
    if (dx < -1 || dx > 7 || dy < -1 || dy > 7) continue
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3))
    return ring === 3 || ring <= 1
  }
  return undefined
}

/** Draws a grey PNG that looks like a QR and differs with the seed; no phone could read it. */
export function qrPicture(seed: string): Buffer {
  const noise = createHash('shake256', { outputLength: Math.ceil(modules ** 2 / 8) })
    .update(seed)
    .digest()
  const isDark = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= modules || y >= modules) return false
    const bit = y * modules + x
    return corner(x, y) ?? (((noise[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
  }
  const side = (modules + 2 * margin) * scale
  const rows = Buffer.alloc(side * (side + 1))
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const dark = isDark(Math.floor(column / scale) - margin, Math.floor(row / scale) - margin)
      // Every row begins with the byte of its filter; 0 is none.
      rows[row * (side + 1) + column + 1] = dark ? 0 : 255
    }
  }
  return greyPng(side, side, { pixels: rows })
}
