/** The variables of a message; the order is the order of the buttons in the editor. docs/product/messages.md, "Templates". */
export const templateGroups = [
  {
    name: 'Cliente',
    variables: [
      { name: 'nombre_cliente', label: 'Nombre del cliente', sample: 'Guadalupe Martínez' },
      { name: 'casillero_cliente', label: 'Casillero', sample: 'TRE0031' },
      { name: 'telefono_cliente', label: 'Teléfono', sample: '+505 8690 4417' },
    ],
  },
  {
    name: 'Paquete',
    variables: [
      { name: 'peso', label: 'Peso', sample: '12.25 lbs' },
      { name: 'contenido', label: 'Contenido', sample: '2 faros, 2 espejos' },
      { name: 'descripcion', label: 'Descripción', sample: 'Repuestos de motocicleta' },
    ],
  },
  {
    name: 'Envío',
    variables: [
      { name: 'metodo_envio', label: 'Método de envío', sample: 'Marítimo' },
      { name: 'tracking', label: 'Tracking', sample: '92612903118477002199' },
    ],
  },
  {
    name: 'Precio',
    variables: [
      { name: 'precio_total', label: 'Precio total', sample: 'US$30.32' },
      { name: 'costo_por_libra', label: 'Costo por libra', sample: 'US$2.75/lb' },
    ],
  },
  {
    name: 'Entrega',
    variables: [
      { name: 'tipo_envio_cliente', label: 'Tipo de envío', sample: 'Motorizado' },
      { name: 'direccion_envio', label: 'Dirección', sample: 'Reparto San Juan, casa 114' },
      { name: 'ciudad_envio', label: 'Ciudad', sample: 'Managua' },
      { name: 'departamento_envio', label: 'Departamento', sample: 'Managua' },
      {
        name: 'direccion_completa',
        label: 'Dirección completa',
        sample: 'Reparto San Juan, casa 114, Managua, Managua',
      },
      { name: 'precio_envio', label: 'Precio del envío', sample: 'C$147.20' },
    ],
  },
] as const

export type TemplateVariable = (typeof templateGroups)[number]['variables'][number]['name']
export type TemplateValues = Partial<Record<TemplateVariable, string>>

const known: ReadonlySet<string> = new Set(templateGroups.flatMap(({ variables }) => variables.map(({ name }) => name)))

/** The values of the live preview. */
export const sampleValues: TemplateValues = Object.fromEntries(
  templateGroups.flatMap(({ variables }) => variables.map(({ name, sample }) => [name, sample])),
)

/** The most characters of a template's text, variables unfilled. */
export const maxTemplateLength = 4096

/** The longest text that WhatsApp takes as one message. */
const maxMessageLength = 65_536

// The name is trimmed afterwards: a pattern that trims would take half a minute for a text of spaces.
const token = /\{\{([^{}]*)\}\}/g

/**
 * The variables of a text that do not exist, once each, in their order; a text with any is not accepted.
 * docs/product/screens.md, "Templates tab".
 */
export function unknownVariables(content: string): string[] {
  const names = [...content.matchAll(token)].map(([, name = '']) => name.trim())
  return [...new Set(names.filter((name) => !known.has(name)))]
}

const missing = '—'

// WhatsApp has no escape character; it only reads characters that look like its marks, but are others, as text.
const lookalikes: Record<string, string> = { '*': '∗', _: '＿', '~': '∼', '`': 'ˋ' }

/** A value as it may stand in a message: one line, no control characters, and no mark that formats what follows it. */
function plain(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[*_~`]/g, (mark) => lookalikes[mark] ?? '')
    .trim()
}

/**
 * The text of a message: every variable replaced in one pass, so that a value that looks like a variable stays as it is.
 * A variable without a value becomes a dash. The same for the live preview and for the sent message.
 * docs/product/messages.md, "Templates".
 */
export function renderTemplate(content: string, values: TemplateValues): string {
  const filled = (name: string) => (isVariable(name) ? plain(values[name] ?? '') || missing : undefined)
  const message = content.replace(token, (whole, name: string) => filled(name.trim()) ?? whole)
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1).toWellFormed()}…`
}

function isVariable(name: string): name is TemplateVariable {
  return known.has(name)
}

export type TextStyle = 'bold' | 'italic' | 'monospace'

/** A run of a message and how WhatsApp would show it, outermost style first; without any it is plain. */
export type Span = { text: string; styles: readonly TextStyle[] }

const around = { bold: '*', italic: '_', monospace: '```' } as const

const monospace = /```[\s\S]+?```/g
// A mark inside a word or an address is no mark.
const bold = /(?<![\p{L}\p{N}])\*(?=\S)[^*\n]*?\S\*(?![\p{L}\p{N}])/gu
const italic = /(?<![\p{L}\p{N}])_(?=\S)[^_\n]*?\S_(?![\p{L}\p{N}])/gu

type Pair = { style: TextStyle }
type Mark = { pair: Pair; at: number; size: number; opens: boolean }

function marksOf(text: string, pattern: RegExp, style: TextStyle): Mark[] {
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

/** Orders the marks and drops pairs that overlap without nesting, because those are text. */
function nestMarks(marks: Mark[]): Mark[] {
  const open: Pair[] = []
  const crossed = new Set<Pair>()
  const inOrder = marks.toSorted((one, other) => one.at - other.at)
  for (const { pair, opens } of inOrder) {
    if (opens) open.push(pair)
    else if (open.includes(pair)) {
      // A mark that was opened after this one and is still open overlaps it.
      for (const inner of open.splice(open.indexOf(pair)).slice(1)) crossed.add(pair).add(inner)
    }
  }
  return inOrder.filter(({ pair }) => !crossed.has(pair))
}

/**
 * Reads the marks of a text for the preview: `*bold*`, `_italic_`, both in one another, and triple backticks for monospace,
 * in which marks are text. Never markup.
 * docs/product/screens.md, "Templates tab".
 */
export function formatSpans(text: string): Span[] {
  const withoutCode = text.replace(monospace, (code) => code.replace(/[^\n]/g, '\ue000'))
  const marks = nestMarks([
    ...marksOf(text, monospace, 'monospace'),
    ...marksOf(withoutCode, bold, 'bold'),
    ...marksOf(withoutCode, italic, 'italic'),
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

/**
 * Wraps the selected part of a text in a mark; spaces at its edges stay outside, or WhatsApp would not see the mark.
 * docs/product/screens.md, "Templates tab".
 */
export function wrapSelection(text: string, start: number, end: number, style: TextStyle): string {
  const selected = text.slice(start, end)
  const [lead = ''] = /^\s*/.exec(selected) ?? []
  const [trail = ''] = /\s*$/.exec(selected.slice(lead.length)) ?? []
  const core = selected.slice(lead.length, selected.length - trail.length)
  return text.slice(0, start) + lead + around[style] + core + around[style] + trail + text.slice(end)
}
