import { plainWords } from './search-text.ts'

type Named = { firstName: string; middleName: string | null; lastNames: string }

/** The strength with which a text names a client: by the whole name, by a given name and a surname at least, or by words that are all the client's. */
export type NameFit = 'whole' | 'enough' | 'part'

/** Words that stand before a name, or inside one, and are none; they are looked at on neither side. */
const titles = new Set('dr dra lic licda licdo ing arq prof profa msc sr sra srta don dona mr mrs ms miss'.split(' '))
const particles = new Set('da das de del dela di do dos el la las lo los van von vda viuda'.split(' '))
/** Forms of companies and of generations: they may be said, but tell no two apart. */
const suffixes = new Set('sa srl cia ltda ltd inc llc corp co jr ii iii'.split(' '))

/** The words of a name that count: `Dr. Juan-Carlos de la O` has `juan`, `carlos`, `o`. */
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

/** A name as it was read; with a comma the surnames stand before it, as lists have them. */
type ReadName = { words: readonly string[]; sides: { given: readonly string[]; surnames: readonly string[] } | null }

function readName(text: string): ReadName {
  const [surnames = [], given = [], ...more] = text.split(',').map(readWords)
  const isReversed = more.length === 0 && surnames.length > 0 && given.some((word) => !suffixes.has(word))
  return { words: readWords(text), sides: isReversed ? { given, surnames } : null }
}

const count = (words: readonly string[], isMeant: (word: string) => boolean): number => words.filter(isMeant).length

/** Says whether each word is one of the client's, or the first letter of one, and each of theirs stands for one word alone. */
const isAmong = (words: readonly string[], own: readonly string[]): boolean =>
  words.every((word) => {
    const isLetter = word.length === 1
    const isAlike = (other: string) => (isLetter ? other.startsWith(word) : other === word)
    return count(words, isAlike) <= count(own, isAlike)
  })

const isSame = (words: readonly string[], own: readonly string[]): boolean =>
  words.toSorted().join(' ') === own.toSorted().join(' ')

/** Says that a word names a person: a letter does not, nor does the form of a company. */
const isTelling = (word: string): boolean => word.length > 1 && !suffixes.has(word)

/** Says whether one word is a given name and another one a surname. */
function hasBoth(words: readonly string[], given: readonly string[], surnames: readonly string[]): boolean {
  const telling = words.filter(isTelling)
  return telling.some(
    (one, at) => given.includes(one) && telling.some((other, to) => to !== at && surnames.includes(other)),
  )
}

/** The words by which a client may be looked up, the longest first. */
export const listNameWords = (text: string): string[] =>
  readName(text).words.toSorted((one, other) => other.length - one.length)

/** The words of a client's own name. */
export const listOwnWords = ({ firstName, middleName, lastNames }: Named): string[] => [
  ...readWords(`${firstName} ${middleName ?? ''}`),
  ...readWords(lastNames),
]

/**
 * Says how a text as labels and lists have it names a client. Each of its words counts once; only `whole` and `enough` name a client,
 * and a client of one word is named by the whole name alone. Undefined where a word is not the client's.
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

/** Of clients the one whom a text names: the only one of that whole name, else the only one of whom it says enough; and those it may name. */
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

/** Says whether a text has any word of a client's name. */
export const sharesName = (text: string, client: Named): boolean => {
  const own = listOwnWords(client)
  return readName(text).words.some((word) => isTelling(word) && own.includes(word))
}
