import { plainWords } from './search-text.ts'

type Named = { firstName: string; middleName: string | null; lastNames: string }

/** `whole`: the whole name. `enough`: a given name and a surname. `part`: words that are all in the client's name. */
export type NameFit = 'whole' | 'enough' | 'part'

/** Ignored on both sides, before or inside a name. */
const titles = new Set('dr dra lic licda licdo ing arq prof profa msc sr sra srta don dona mr mrs ms miss'.split(' '))
const particles = new Set('da das de del dela di do dos el la las lo los van von vda viuda'.split(' '))
/** Allowed, but do not distinguish two names. */
const suffixes = new Set('sa srl cia ltda ltd inc llc corp co jr ii iii'.split(' '))

function readWords(text: string): string[] {
  const parted = text.replace(/[\p{Pd},;:/|()[\]"&]|\.(?=\s*[\p{L}]{2})/gu, ' ')
  const all = plainWords(parted)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word === 'ma' ? 'maria' : word))
  const first = all.findIndex((word) => !titles.has(word))
  const counting = all.slice(Math.max(first, 0)).filter((word) => !particles.has(word))
  return counting.length > 0 ? counting : all
}

type ReadName = { words: readonly string[]; sides: { given: readonly string[]; surnames: readonly string[] } | null }

function readName(text: string): ReadName {
  const [surnames = [], given = [], ...more] = text.split(',').map(readWords)
  const isReversed = more.length === 0 && surnames.length > 0 && given.some((word) => !suffixes.has(word))
  return { words: readWords(text), sides: isReversed ? { given, surnames } : null }
}

const count = (words: readonly string[], isMeant: (word: string) => boolean): number => words.filter(isMeant).length

/** Initials count too. Each of the client's words is used once. */
const isAmong = (words: readonly string[], own: readonly string[]): boolean =>
  words.every((word) => {
    const isLetter = word.length === 1
    const isAlike = (other: string) => (isLetter ? other.startsWith(word) : other === word)
    return count(words, isAlike) <= count(own, isAlike)
  })

const isSame = (words: readonly string[], own: readonly string[]): boolean =>
  words.toSorted().join(' ') === own.toSorted().join(' ')

const isTelling = (word: string): boolean => word.length > 1 && !suffixes.has(word)

function hasBoth(words: readonly string[], given: readonly string[], surnames: readonly string[]): boolean {
  const telling = words.filter(isTelling)
  return telling.some(
    (one, at) => given.includes(one) && telling.some((other, to) => to !== at && surnames.includes(other)),
  )
}

export const listNameWords = (text: string): string[] =>
  readName(text).words.toSorted((one, other) => other.length - one.length)

export const listOwnWords = ({ firstName, middleName, lastNames }: Named): string[] => [
  ...readWords(`${firstName} ${middleName ?? ''}`),
  ...readWords(lastNames),
]

/**
 * Each word counts once. A client with a one-word name matches only as a whole. Undefined if a word is not in the client's name.
 * docs/product/imports.md, "Names".
 */
export function fitName(text: string, client: Named): NameFit | undefined {
  const { words, sides } = readName(text)
  const given = readWords(`${client.firstName} ${client.middleName ?? ''}`)
  const surnames = readWords(client.lastNames)
  if (words.length === 0) return undefined
  if (sides !== null && !(isAmong(sides.given, given) && isAmong(sides.surnames, surnames))) return undefined
  const own = [...given, ...surnames]
  if (!isAmong(words, own)) return undefined
  if (isSame(words, own)) return 'whole'
  return hasBoth(words, given, surnames) ? 'enough' : 'part'
}

/** Returns the only whole match, else the only `enough` match, together with all candidates. */
export function findNamed<T extends Named>(
  clients: readonly T[],
  text: string,
): { named: T | undefined; candidates: readonly T[] } {
  const byFit = Map.groupBy(clients, (client) => fitName(text, client))
  const found = byFit.get('whole') ?? byFit.get('enough') ?? []
  return found.length === 1
    ? { named: found[0], candidates: found }
    : { named: undefined, candidates: found.length > 1 ? found : (byFit.get('part') ?? []) }
}

export const sharesName = (text: string, client: Named): boolean => {
  const own = listOwnWords(client)
  return readName(text).words.some((word) => isTelling(word) && own.includes(word))
}
