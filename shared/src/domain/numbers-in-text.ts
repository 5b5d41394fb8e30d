import { readCarrierNumber, type TrackingCode } from './carrier-number.ts'
import { gluedLabel, plainCode, plainDigits, readWord } from './number-marks.ts'
import { isEnvelope, isWrapped, readWrapped } from './wrapped-number.ts'

type Word = { text: string; start: number; end: number }

type Found = TrackingCode & { from: number; to: number; isOneWord: boolean }

/** `likely` look like numbers, but other words may stand beside them. */
type Part = { numbers: TrackingCode[]; likely: string[]; codes: string[]; hasOthers: boolean; core: string }

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/
/** Separators of lists, which never stand inside a code. */
const listBreaks = /[,;|]+/
const partBreaks = /[,;|/\\&+·•→]+|(?<=\s)(?:Y|E|O|AND)(?=\s)/
/** The only separators inside a number. */
const groupBreak = /^[ _-]+$/
/** Most groups of a number: 34 digits in pairs. */
const mostGroups = 17
/** A group, a LaserShip number with its dash, or a weight. */
const wordForm = /1LS7\d{11,12}-\d(?![A-Z\d])|(?<![\d.])\d{1,3}\.\d{1,2}(?![\d.])|[\p{L}\p{N}]+/gu
const numberPrefix = /^(?:TB[ACM]|J?JD|JVGL|GM)$/
const countDigits = (code: string): number => code.replace(/\D/g, '').length

const listWords = (text: string, form: RegExp): Word[] =>
  [...text.matchAll(form)].map(({ 0: word, index }) => ({ text: word, start: index, end: index + word.length }))

function readOne(code: string): TrackingCode | undefined {
  const joined = code.replace(/[ _]/g, '')
  const unlabelled = joined.replace(gluedLabel, '')
  const read = readCarrierNumber(joined)
  if (read || unlabelled === joined) return read
  return readCarrierNumber(unlabelled)
}

/** True if the code is almost certainly a number: it has letters, or more digits than orders and phones. */
const isSure = (code: string): boolean => readOne(code) !== undefined && (/[A-Z]/.test(code) || countDigits(code) >= 18)

const isDhlWaybill = ({ tracking }: TrackingCode): boolean => /^\d{10,11}$/.test(tracking)

/** Formats with a fixed end, which may follow each other without a separator. */
const joined = /(?<![A-Z\d])(?:1Z[A-Z\d]{16}|TB[ACM]\d{12}|9[1-5]\d{20}){2,}(?![A-Z\d])/g
const oneOfJoined = /1Z[A-Z\d]{16}|TB[ACM]\d{12}|9[1-5]\d{20}/g

function splitJoined(run: string): string {
  const numbers = run.match(oneOfJoined) ?? []
  return numbers.every((number) => readCarrierNumber(number)) ? numbers.join(' ') : run
}

function listRuns(text: string, words: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  let last: Word | undefined
  for (const word of words) {
    if (!/\d/.test(word.text) && !numberPrefix.test(word.text)) {
      last = undefined
      continue
    }
    const follows = last !== undefined && groupBreak.test(text.slice(last.end, word.start))
    if (follows) runs.at(-1)?.push(word)
    else runs.push([word])
    last = word
  }
  return runs
}

const rank = (found: readonly Found[]): [number, number, number] => [
  found.reduce((sum, { from, to }) => sum + to - from, 0),
  found.filter(({ isOneWord }) => isOneWord).length,
  -found.length,
]

function isBetter(one: readonly Found[], other: readonly Found[]): boolean {
  const [ranks, otherRanks] = [rank(one), rank(other)]
  const place = ranks.findIndex((value, index) => value !== otherRanks[index])
  return place >= 0 && (ranks[place] ?? 0) > (otherRanks[place] ?? 0)
}

/** Chooses the numbers that cover most of the text. A group that is a whole number is not part of another. */
function partRun(text: string, run: readonly Word[], isTaken: (code: string, isOneWord: boolean) => boolean): Found[] {
  const isWhole = run.length > 1 ? run.map((word) => isSure(word.text)) : []
  const best: Found[][] = Array.from({ length: run.length + 1 }, () => [])
  for (let first = run.length - 1; first >= 0; first -= 1) {
    best[first] = best[first + 1] ?? []
    for (let last = first; last < Math.min(run.length, first + mostGroups); last += 1) {
      if (last > first && isWhole.slice(first, last + 1).includes(true)) break
      const [from, to, isOneWord] = [run[first]?.start ?? 0, run[last]?.end ?? 0, last === first]
      const code = text.slice(from, to)
      const read = isTaken(code, isOneWord) ? readOne(code) : undefined
      if (!read) continue
      const found = [{ ...read, from, to, isOneWord }, ...(best[last + 1] ?? [])]
      if (isBetter(found, best[first] ?? [])) best[first] = found
    }
  }
  return best[0] ?? []
}

/** Beginnings that identify long numbers among other groups. */
const longNumber = /^(?:420|9[1-6]|10\d{2})[\d -]{18,}$|[A-Z]/

/** A number with few digits counts only if the whole run is numbers, or if it is a whole word. */
function readRun(text: string, run: readonly Word[], isOther: boolean): Found[] {
  const all = isOther ? [] : partRun(text, run, () => true)
  if (run.every(({ start }) => all.some(({ from, to }) => from <= start && start < to))) return all
  return partRun(text, run, (code, isOneWord) =>
    isOneWord ? isSure(code) || (!isOther && countDigits(code) >= 12) : longNumber.test(code) && isSure(code),
  )
}

/** A number of an unknown carrier: some letters and many digits. */
const likely = /^(?=.{10,40}$)(?!ORD|PED|INV|FAC|REF)\d?[A-Z]{1,5}\d{8,}[A-Z]{0,3}$/
const date = /^\d{1,4}-\d{1,2}-\d{1,4}$/
const cedula = /^\d{3}-?\d{6}-?\d{4}[A-Z]$/
/** Such a code is not part of another number. */
const isWholeCode = ({ text }: Word): boolean =>
  text.length >= 10 && countDigits(text) >= 8 && /^[A-Z\d-]+$/.test(text) && !date.test(text) && !cedula.test(text)

const isLabel = (word: string): boolean => readWord(word) === 'tracking' || readWord(word) === 'nothing'

function readPart(text: string): Part {
  const words = listWords(text, wordForm)
  const told = words.filter(({ text: word }) => !isLabel(word))
  const [first, last] = [told[0], told.at(-1)]
  const core = text.slice(first?.start ?? 0, last?.end ?? 0)
  const naming = words.filter(({ text: word }) => ['tracking', 'other'].includes(readWord(word) ?? ''))
  const isOther = (place: number) => readWord(naming.findLast(({ start }) => start < place)?.text ?? '') === 'other'
  const isApart =
    told.length > 1 && (told.some(({ text: word }) => isSure(word)) || told.every(({ text: word }) => readOne(word)))
  const read = isApart ? undefined : readOne(core)
  // A name before a phone, such as Juan, could look like a DHL number.
  const isNamed = read?.carrier === 'dhl' && !/\d/.test(first?.text ?? '') && !numberPrefix.test(first?.text ?? '')
  const whole = isNamed ? undefined : read
  const found = whole
    ? [{ ...whole, from: first?.start ?? 0, to: last?.end ?? 0, isOneWord: true }]
    : listRuns(text, words).flatMap((run) => readRun(text, run, isOther(run[0]?.start ?? 0)))
  const rest = found.reduce((left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to), text)
  const codes = listWords(rest, /[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*/gu)
  const free = codes.filter(({ text: word }) => !isLabel(word))
  return {
    numbers: found.map(({ tracking, carrier }) => ({ tracking, carrier })),
    likely: free.filter(({ text: word, start }) => likely.test(word) && !isOther(start)).map((word) => word.text),
    codes: free.filter(isWholeCode).map((word) => word.text),
    hasOthers: free.some((word) => !isWholeCode(word)),
    core,
  }
}

/** Each group has a digit, except up to three letters at either end. */
const groups = /^(?:[A-Z]{1,3} )?(?:(?=\S*\d)[A-Z\d-]+ )*(?=\S*\d)[A-Z\d-]+(?: [A-Z]{1,3})?$/
const isNoNumber = (line: string): boolean => /[$€£%@]|^\+|^#\d{1,9}$/.test(line)

/** Reads a code of an unknown carrier. */
function readAlone(line: string): string | undefined {
  const { core, codes } = readPart(plainDigits(line))
  if (!groups.test(core) || countDigits(core) < (core.includes(' ') ? 5 : 4) || isNoNumber(line)) return undefined
  return core.includes(' ') && codes.length > 0 ? undefined : core.replaceAll(' ', '')
}

const unknown = (tracking: string): TrackingCode => ({ tracking, carrier: null })

function readLines(lines: readonly string[]): TrackingCode[] {
  const parts = lines
    .map((line) => plainDigits(line).replace(joined, splitJoined))
    .flatMap((line) => line.split(partBreaks).map(readPart))
    .filter(({ core }) => core !== '')
  const hasOthers = parts.some((part) => part.hasOthers)
  // Ten or eleven digits resemble DHL's numbers too easily to count beside other words.
  const numbers = parts.flatMap((part) => part.numbers).filter((one) => !hasOthers || !isDhlWaybill(one))
  const codes = hasOthers ? [] : parts.flatMap((part) => part.codes)
  const unknownOnes =
    numbers.length > 0 ? codes.filter((code) => /^\d{12,}$/.test(code)) : codes.length > 1 ? codes : []
  const likelyOnes = parts.flatMap((part) => part.likely)
  if (numbers.length + likelyOnes.length + unknownOnes.length > 0)
    return [...numbers, ...[...likelyOnes, ...unknownOnes].map(unknown)]
  // A long number may be split over lines.
  const long = lines.length > 1 ? readOne(lines.join(' ')) : undefined
  if (long && isSure(lines.join(' '))) return [long]
  const listed = lines.flatMap((line) => line.split(listBreaks)).filter((code) => /[\p{L}\p{N}]/u.test(code))
  const alone = parts.length === 1 || listed.length > 1 ? listed.map(readAlone) : []
  return alone.every((code) => code !== undefined) ? alone.map(unknown) : []
}

function readAddressed(text: string): TrackingCode[] {
  const pieces = text.split(' ')
  const addressed = pieces
    .filter(isWrapped)
    .flatMap((piece) => readWrapped(piece, (code) => readOne(code) !== undefined))
  const beside = readLines([pieces.filter((piece) => !isWrapped(piece)).join(' ')])
  return [...addressed.map((number) => readOne(number) ?? unknown(number)), ...beside.filter(({ carrier }) => carrier)]
}

function readText(text: string): TrackingCode[] {
  const whole = plainCode(text)
  const found = isEnvelope(whole)
    ? readWrapped(whole, () => false).map((number) => readOne(number) ?? unknown(number))
    : isWrapped(whole)
      ? readAddressed(whole)
      : readLines(
          text
            .split(lineBreaks)
            .map(plainCode)
            .filter((line) => line !== ''),
        )
  return [...new Map(found.map((one) => [one.tracking, one])).values()]
}

/** A row of a file asks for its few texts many times, and reading takes a third of a millisecond. */
const lastRead = new Map<string, readonly TrackingCode[]>()
const mostKept = 500
const longestKept = 500

/**
 * Lists each number once: known carriers by format; others if alone, named as tracking, or with letters and many digits. Lines, and whole
 * numbers, are not joined. Orders, phones, dates and prices are excluded. docs/product/packages.md, "Codes".
 */
export function findNumbers(text: string): readonly TrackingCode[] {
  const known = lastRead.get(text)
  if (known) return known
  const numbers = readText(text)
  if (lastRead.size >= mostKept) lastRead.clear()
  if (text.length <= longestKept) lastRead.set(text, numbers)
  return numbers
}
