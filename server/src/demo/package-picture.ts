import { encodePng } from './png.ts'

const width = 800
const height = 600

type Colour = readonly [red: number, green: number, blue: number]
type Point = readonly [x: number, y: number]

const wall: Colour = [176, 172, 160]
const floor: Colour = [111, 106, 97]
const board: Colour = [196, 154, 98]
const shade: Colour = [167, 126, 76]
const light: Colour = [216, 180, 130]
const tape: Colour = [233, 212, 173]
const paper: Colour = [249, 246, 239]
const ink: Colour = [32, 32, 32]
const metal: Colour = [58, 62, 71]
const lamp: Colour = [178, 228, 192]

/** The segments of a digit that are lit: top, upper left, upper right, middle, lower left, lower right, bottom. */
const segments: Readonly<Record<string, string>> = {
  '0': '1110111',
  '1': '0010010',
  '2': '1011101',
  '3': '1011011',
  '4': '0111010',
  '5': '1101011',
  '6': '1101111',
  '7': '1010010',
  '8': '1111111',
  '9': '1111011',
}

/** The side of a package that a picture shows: on a scale with its pounds, its label, or the whole box. */
export type Shot = { of: 'scale'; pounds: number } | { of: 'label' } | { of: 'box' }

function openCanvas() {
  const bytes = Buffer.alloc(width * height * 3)
  /** Fills a polygon without dents, row by row. */
  const fill = (points: readonly Point[], colour: Colour) => {
    const pixel = Buffer.from(colour)
    const edges = points.map((point, index): [Point, Point] => [point, points[(index + 1) % points.length] ?? point])
    for (let y = 0; y < height; y += 1) {
      const middle = y + 0.5
      const crossed = edges
        .filter(([from, to]) => from[1] <= middle !== to[1] <= middle)
        .map(([from, to]) => from[0] + ((middle - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
      if (crossed.length === 0) continue
      const at = (x: number) => (y * width + Math.round(x)) * 3
      bytes.fill(pixel, at(Math.min(...crossed)), at(Math.max(...crossed)))
    }
  }
  const box = (x: number, y: number, [wide, high]: readonly [number, number], colour: Colour) =>
    fill(
      [
        [x, y],
        [x + wide, y],
        [x + wide, y + high],
        [x, y + high],
      ],
      colour,
    )
  return { bytes, fill, box }
}

type Canvas = ReturnType<typeof openCanvas>

/** Writes a number in the segments of a scale's display. */
function writeNumber({ box }: Canvas, text: string, x: number, y: number): void {
  let left = x
  for (const sign of text) {
    const lit = segments[sign]
    if (lit === undefined) box(left, y + 36, [5, 5], ink)
    const bars: readonly (readonly [number, number, number, number])[] = [
      [2, 0, 16, 5],
      [0, 2, 5, 17],
      [15, 2, 5, 17],
      [2, 18, 16, 5],
      [0, 21, 5, 17],
      [15, 21, 5, 17],
      [2, 36, 16, 5],
    ]
    for (const [index, [dx, dy, wide, high]] of bars.entries())
      if (lit?.[index] === '1') box(left + dx, y + dy, [wide, high], ink)
    left += lit === undefined ? 11 : 28
  }
}

function drawScale(canvas: Canvas, pounds: number): void {
  canvas.box(210, 110, [380, 250], board)
  canvas.box(210, 110, [380, 44], light)
  canvas.box(374, 110, [52, 250], tape)
  canvas.box(140, 360, [520, 96], metal)
  canvas.box(310, 380, [180, 56], lamp)
  const text = pounds.toFixed(2)
  writeNumber(canvas, text, 400 - (28 * (text.length - 1) + 4) / 2, 388)
}

function drawLabel(canvas: Canvas): void {
  canvas.box(170, 90, [460, 400], board)
  canvas.box(170, 260, [460, 50], tape)
  canvas.box(210, 130, [380, 300], paper)
  for (const [index, wide] of [240, 180, 210].entries()) canvas.box(240, 160 + index * 26, [wide, 12], ink)
  for (let bar = 0; bar < 34; bar += 1) canvas.box(240 + bar * 9, 260, [[3, 5, 2][bar % 3] ?? 3, 110], ink)
  canvas.box(300, 388, [180, 12], ink)
}

function drawBox(canvas: Canvas): void {
  canvas.fill(
    [
      [190, 180],
      [410, 110],
      [620, 180],
      [410, 260],
    ],
    light,
  )
  canvas.fill(
    [
      [190, 180],
      [410, 260],
      [410, 510],
      [190, 420],
    ],
    board,
  )
  canvas.fill(
    [
      [410, 260],
      [620, 180],
      [620, 410],
      [410, 510],
    ],
    shade,
  )
  canvas.fill(
    [
      [282, 151],
      [322, 138],
      [526, 216],
      [490, 230],
    ],
    tape,
  )
  canvas.fill(
    [
      [460, 290],
      [580, 244],
      [580, 330],
      [460, 382],
    ],
    paper,
  )
}

/** Draws a package as a camera of the warehouse would see it, as a PNG. */
export function drawPackage(shot: Shot): Buffer {
  const canvas = openCanvas()
  canvas.box(0, 0, [width, 400], wall)
  canvas.box(0, 400, [width, height - 400], floor)
  if (shot.of === 'scale') drawScale(canvas, shot.pounds)
  else if (shot.of === 'label') drawLabel(canvas)
  else drawBox(canvas)
  return encodePng({ width, height, bytes: canvas.bytes, isGrey: false })
}
