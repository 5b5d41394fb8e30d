/** How a text file writes its letters beyond ASCII: Windows, DOS, and Macs of before 2000. */
const tables = {
  'windows-1252': readUpperHalf('windows-1252'),
  ibm850: `ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0`,
  macintosh: readUpperHalf('macintosh'),
} as const

/** Of each byte from 128 on. */
function readUpperHalf(name: string): string {
  return new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
}

const beyondAscii = /[\u0080-\uffff]/g

/** Says how well a letter stands in Spanish, between its neighbours. */
function scoreLetter(sign: string, before: string, after: string): number {
  const isInside = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (/[áéíóúüñ]/.test(sign)) return /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after) ? 1 : 2
  if (/[ÁÉÍÓÚÜÑ]/.test(sign)) return /^\p{Ll}|^\p{L}.\p{Ll}/u.test(`${before}.${after}`) ? -2 : 2
  if (/[¿¡]/.test(sign)) return /\p{L}/u.test(before) ? -2 : 0.5
  if (/[°ºª]/.test(sign)) return isInside ? -2 : 1
  if (/[“”‘’«»–—…€®·´\u00a0]/.test(sign)) return isInside ? -2 : 0.5
  if (/[à-ö]/.test(sign)) return 0.5
  return /\p{L}/u.test(sign) ? -1 : -2
}

const lookedAt = 5_000

function scoreText(text: string): number {
  let [score, count] = [0, 0]
  for (const { 0: sign, index } of text.matchAll(beyondAscii)) {
    score += scoreLetter(sign, text[index - 1] ?? '', text[index + 1] ?? '')
    count += 1
    if (count === lookedAt) break
  }
  return score
}

/** The line by which people see whether the letters are right. */
const findLine = (text: string): string =>
  /.{0,40}[\u0080-\uffff].{0,39}/.exec(text)?.[0].replaceAll('\t', ' ').trim() ?? ''

/** `lines` shows the first letters in each way where none gives Spanish, or two do; else it is empty. */
export type Decoded = { text: string; line: string | null; lines: string[] }

/** Takes the table that gives Spanish, or the one whose line was chosen. */
export function decodeBytes(content: Buffer, chosen?: string): Decoded {
  const bytes = content.toString('latin1')
  const ways = Object.values(tables).map((table) => {
    const text = bytes.replace(/[\u0080-\u00ff]/g, (byte) => table[byte.charCodeAt(0) - 128] ?? byte)
    return { text, score: scoreText(text), line: findLine(text) }
  })
  const [best, second] = ways.toSorted((one, other) => other.score - one.score)
  const isSure = best !== undefined && best.score > 0 && best.score > (second?.score ?? 0) + 1
  const [usual] = ways
  const likely = isSure || usual === undefined || usual.score <= 0 ? best : usual
  const taken = ways.find(({ line }) => line === chosen) ?? likely
  const text = taken?.text ?? bytes
  return isSure
    ? { text, line: null, lines: [] }
    : { text, line: taken?.line ?? null, lines: [...new Set(ways.map(({ line }) => line))] }
}

const bytesOf: readonly ReadonlyMap<string, number>[] = Object.values(tables).map(
  (table) => new Map([...table].map((sign, at) => [sign, at + 128] as const)),
)

/** UTF-8 that was read in one of the tables: its first byte, then one or two of 128 to 191. */
const twice = Object.values(tables).map((table) => {
  const [two, three, rest] = [
    [66, 67, 69, 70, 75].map((at) => table[at]).join(''),
    table[98],
    table.slice(0, 64).replace(/[\\\]^-]/g, '\\$&'),
  ]
  return new RegExp(`[${two}][${rest}]|${three}[${rest}]{2}`, 'g')
})
const mayBeTwice = /[ÂÃÅÆËâ┬├┼╦Ô¬√≈∆‚]/

function readTwice(text: string): string {
  return twice.reduce(
    (mended, pattern, at) =>
      mended.replace(pattern, (signs) => {
        const read = Buffer.from([...signs].map((sign) => bytesOf[at]?.get(sign) ?? 0)).toString('utf8')
        return tables['windows-1252'].includes(read) ? read : signs
      }),
    text,
  )
}

const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}
const signs: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ', iquest: '¿', iexcl: '¡', ordm: 'º', ordf: 'ª' },
  ...{ deg: '°', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', euro: '€' },
}
const entity = /&(?:amp;)*(?:([a-z])(acute|grave|circ|tilde|uml|cedil)|#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,6}));/gi

/** `Pe&ntilde;a`, as pages of the web write it. */
export const readEntities = (text: string, toSign: (sign: string) => string = (sign) => sign): string =>
  text.replace(entity, (whole, letter?: string, accent?: string, decimal?: string, hex?: string, name?: string) => {
    if (letter !== undefined) return (letter + (accents[accent?.toLowerCase() ?? ''] ?? '')).normalize('NFC')
    const code = Number(decimal ?? `0x${hex ?? '0'}`)
    const sign = name === undefined ? (code < 32 ? undefined : String.fromCodePoint(code)) : signs[name.toLowerCase()]
    return sign === undefined ? whole : toSign(sign)
  })

/** Undoes what other programs did to letters, up to three times. Plain texts cost one look. */
export function mendLetters(text: string): string {
  let mended = text
  for (let time = 0; time < 3; time += 1) {
    const before = mended
    if (mayBeTwice.test(mended)) mended = readTwice(mended)
    if (mended.includes('&')) mended = readEntities(mended)
    if (mended === before) break
  }
  return mended
}
