export type TextStyle = 'bold' | 'italic' | 'monospace'

export type Span = { text: string; styles: readonly TextStyle[] }

const around = { bold: '*', italic: '_', monospace: '```' } as const

const monospace = /```[\s\S]+?```/g
// A mark inside a word or an address does not format.
const bold = /(?<![\p{L}\p{N}])\*(?=\S)[^*\n]*?\S\*(?![\p{L}\p{N}])/gu
const italic = /(?<![\p{L}\p{N}])_(?=\S)[^_\n]*?\S_(?![\p{L}\p{N}])/gu

type Pair = { style: TextStyle }
type Mark = { pair: Pair; at: number; size: number; opens: boolean }

function findMarks(text: string, pattern: RegExp, style: TextStyle): Mark[] {
  const size = around[style].length
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index }) => {
    const pair = { style }
    const end = index + whole.length - size
    return [
      { pair, at: index, size, opens: true },
      { pair, at: end, size, opens: false },
    ]
  })
}

/** Drops pairs that overlap without nesting. */
function nestMarks(marks: Mark[]): Mark[] {
  const open: Pair[] = []
  const crossed = new Set<Pair>()
  const inOrder = marks.toSorted((one, other) => one.at - other.at)
  for (const { pair, opens } of inOrder) {
    if (opens) open.push(pair)
    else if (open.includes(pair)) {
      // A pair opened later and still open overlaps this one.
      for (const inner of open.splice(open.indexOf(pair)).slice(1)) crossed.add(pair).add(inner)
    }
  }
  return inOrder.filter(({ pair }) => !crossed.has(pair))
}

/** `*bold*`, `_italic_`, triple backticks for monospace. Returns spans, not HTML. docs/product/screens.md, "Templates tab". */
export function formatSpans(text: string): Span[] {
  const withoutCode = text.replace(monospace, (code) => code.replace(/[^\n]/g, '\ue000'))
  const marks = nestMarks([
    ...findMarks(text, monospace, 'monospace'),
    ...findMarks(withoutCode, bold, 'bold'),
    ...findMarks(withoutCode, italic, 'italic'),
  ])
  const spans: Span[] = []
  let styles: readonly TextStyle[] = []
  let end = 0
  for (const { pair, at, size, opens } of marks) {
    spans.push({ text: text.slice(end, at), styles })
    styles = opens ? [...styles, pair.style] : styles.slice(0, -1)
    end = at + size
  }
  spans.push({ text: text.slice(end), styles })
  return spans.filter((span) => span.text !== '')
}

const wrapLine = (line: string, sign: string): string => {
  const [lead = ''] = /^\s*/.exec(line) ?? []
  const [trail = ''] = /\s*$/.exec(line.slice(lead.length)) ?? []
  return lead + sign + line.slice(lead.length, line.length - trail.length) + sign + trail
}

/**
 * Leaves spaces at the edges outside the marks, or WhatsApp would ignore them. Marks each line separately.
 * docs/product/screens.md, "Templates tab".
 */
export function wrapSelection(text: string, start: number, end: number, style: TextStyle): string {
  const selected = text.slice(start, end)
  const sign = around[style]
  const lines = selected.trim().includes('\n') && style !== 'monospace' ? selected.split('\n') : [selected]
  const wrapped = lines.map((line) => (line.trim() === '' && lines.length > 1 ? line : wrapLine(line, sign)))
  return text.slice(0, start) + wrapped.join('\n') + text.slice(end)
}
