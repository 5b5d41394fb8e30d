import type { Random } from './random.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

async function drawPicture([width, height]: readonly [number, number], shapes: string): Promise<Buffer> {
  // The decoder takes eight megabytes, and only a new demo draws.
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}

const fill = ([x, y, width, height]: Box, colour: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`

// The lit bars of each digit, from the top clockwise to the middle: a machine may have no font.
const litBars = ['abcdef', 'bc', 'abdeg', 'abcdg', 'bcfg', 'acdfg', 'acdefg', 'abc', 'abcdefg', 'abcdfg']
const bars: Record<string, Box> = {
  a: [0, 0, 4, 1],
  b: [3, 0, 1, 4],
  c: [3, 3, 1, 4],
  d: [0, 6, 4, 1],
  e: [0, 3, 1, 4],
  f: [0, 0, 1, 4],
  g: [0, 3, 4, 1],
}

/** Draws a number, `unit` pixels for each bar's width. */
function drawNumber(text: string, { x, y, unit }: { x: number; y: number; unit: number }): string {
  const drawn = [...text].flatMap((character, place) => {
    const lit =
      character === '.' ? [[1, 6, 1, 1] as const] : [...(litBars[Number(character)] ?? '')].map((bar) => bars[bar])
    return lit.flatMap((box) => (box ? fill([box[0] + place * 6, box[1], box[2], box[3]], '#202020') : []))
  })
  return `<g transform="translate(${x} ${y}) scale(${unit})">${drawn.join('')}</g>`
}

/** The side of a package that a picture shows: on a scale with its pounds, its label, or the whole box. */
export type Shot = { of: 'scale'; pounds: number } | { of: 'label' } | { of: 'box' }

const [board, light, tape, paper, ink] = ['#c49a62', '#d8b482', '#e9d4ad', '#f9f6ef', '#202020']

function drawScale(pounds: number): string {
  const text = pounds.toFixed(2)
  return [
    fill([210, 110, 380, 250], board),
    fill([210, 110, 380, 44], light),
    fill([374, 110, 52, 250], tape),
    fill([140, 360, 520, 96], '#3a3e47'),
    fill([310, 380, 180, 56], '#b2e4c0'),
    drawNumber(text, { x: 400 - text.length * 15, y: 391, unit: 5 }),
  ].join('')
}

function drawLabel(): string {
  const barcode = Array.from({ length: 34 }, (_, bar) => fill([240 + bar * 9, 260, [3, 5, 2][bar % 3] ?? 3, 110], ink))
  const lines = [240, 180, 210].map((wide, index) => fill([240, 160 + index * 26, wide, 12], ink))
  const surfaces = [
    fill([170, 90, 460, 400], board),
    fill([170, 260, 460, 50], tape),
    fill([210, 130, 380, 300], paper),
  ]
  return [...surfaces, ...lines, ...barcode, fill([300, 388, 180, 12], ink)].join('')
}

const hitBox = [
  ['190,180 410,110 620,180 410,260', light],
  ['190,180 410,260 410,510 190,420', board],
  ['410,260 620,180 620,410 410,510', '#a77e4c'],
  ['282,151 322,138 526,216 490,230', tape],
  ['460,290 580,244 580,330 460,382', paper],
]
  .map(([points, colour]) => `<polygon points="${points}" fill="${colour}"/>`)
  .join('')

/** Draws a package as a camera of the warehouse would see it, as a PNG. */
export function drawPackage(shot: Shot): Promise<Buffer> {
  const room = fill([0, 0, 800, 400], '#b0aca0') + fill([0, 400, 800, 200], '#6f6a61')
  const shown = shot.of === 'scale' ? drawScale(shot.pounds) : shot.of === 'label' ? drawLabel() : hitBox
  return drawPicture([800, 600], room + shown)
}

/** Draws the proof of a transfer as banks show it: a head, a green mark, the amount and the reference in digits, and lines of text. */
export function drawVoucher({ amount, reference }: { amount: number; reference: string }): Promise<Buffer> {
  const total = amount.toFixed(2)
  const lines = [300, 337, 380, 420, 460].map(
    (y) => fill([30, y, 80, 8], '#969696') + (y === 337 ? '' : fill([150, y, 150, 8], '#969696')),
  )
  return drawPicture(
    [360, 560],
    [
      fill([0, 0, 360, 560], '#ffffff'),
      fill([0, 0, 360, 70], '#c8102e'),
      '<circle cx="180" cy="135" r="32" fill="#1f8a4c"/>',
      ...lines,
      drawNumber(total, { x: 180 - total.length * 15, y: 210, unit: 5 }),
      drawNumber(reference, { x: 150, y: 330, unit: 3 }),
    ].join(''),
  )
}

/** Draws loops that shrink along a line, and a stroke below them, as a signature in base64. */
export async function drawSignature(random: Random): Promise<string> {
  const loops = random.between(5, 9)
  const tall = random.between(24, 36)
  const points = Array.from({ length: 401 }, (_, step) => {
    const part = step / 400
    const angle = part * loops * 2 * Math.PI
    const size = tall * (1 - part * 0.7)
    return `${(40 + part * 200 + Math.sin(angle) * size * 0.4).toFixed(1)},${(52 - Math.cos(angle) * size).toFixed(1)}`
  })
  const stroke = `<g fill="none" stroke="${ink}" stroke-width="2"><polyline points="${points.join(' ')}"/><path d="M50 96L270 89"/></g>`
  return (await drawPicture([320, 110], fill([0, 0, 320, 110], '#ffffff') + stroke)).toString('base64')
}
