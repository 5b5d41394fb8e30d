type HighlightProps = { text: string; search: string }

/** Ignores case, accents and the spaces in phones. */
export function Highlight({ text, search }: HighlightProps) {
  const letters = Array.from(text.normalize('NFC'))
  const bold = boldLetters(letters, search)
  return parts(letters, bold).map(({ at, part, isBold }) =>
    isBold ? (
      <b key={at} className="font-semibold text-primary-text">
        {part}
      </b>
    ) : (
      part
    ),
  )
}

const plain = (letter: string) => letter.normalize('NFD').charAt(0).toLowerCase()
const isSkipped = (letter: string) => /[\s\-+().]/.test(letter)

/** Marks each word's first occurrence. */
function boldLetters(letters: readonly string[], search: string): ReadonlySet<number> {
  const places = letters.flatMap((letter, index) => (isSkipped(letter) ? [] : [index]))
  const whole = places.map((index) => plain(letters[index] ?? '')).join('')
  const bold = new Set<number>()
  for (const word of search.split(/\s+/)) {
    const wanted = Array.from(word.normalize('NFC')).filter((letter) => !isSkipped(letter))
    const start = wanted.length === 0 ? -1 : whole.indexOf(wanted.map(plain).join(''))
    if (start < 0) continue
    const first = places[start] ?? 0
    const last = places[start + wanted.length - 1] ?? first
    for (let index = first; index <= last; index++) bold.add(index)
  }
  return bold
}

type Part = { at: number; part: string; isBold: boolean }

function parts(letters: readonly string[], bold: ReadonlySet<number>): Part[] {
  const found: Part[] = []
  for (const [at, letter] of letters.entries()) {
    const current = found.at(-1)
    if (current !== undefined && current.isBold === bold.has(at)) current.part += letter
    else found.push({ at, part: letter, isBold: bold.has(at) })
  }
  return found
}
