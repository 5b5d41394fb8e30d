/** What a message can say; the order is the order of the buttons in the editor (specification 000, section 2). */
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
      { name: 'peso', label: 'Peso', sample: '12.25 lb' },
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
      { name: 'costo_por_libra', label: 'Costo por libra', sample: 'US$2.75' },
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

export const maxTemplateLength = 4096

const token = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The variables of a text that do not exist, once each, in their order; a text with any is not accepted. */
export function unknownVariables(content: string): string[] {
  const names = [...content.matchAll(token)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !known.has(name)))]
}

const missing = '—'

// A word joiner around a mark keeps WhatsApp from reading it as formatting, and shows nothing.
const harmless = '\u2060'

/** A value as it may stand in a message: one line, no control characters, and no mark that formats what follows it. */
function plain(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[*_~`]/g, (mark) => harmless + mark + harmless)
    .trim()
}

/**
 * The text of a message: every variable replaced in one pass, so that a value that looks like a variable stays as it is.
 * A variable without a value becomes a dash. The same for the live preview and for what is sent (specification 000, section 2).
 */
export function renderTemplate(content: string, values: TemplateValues): string {
  return content.replace(token, (whole, name: string) => (isVariable(name) ? plain(values[name] || missing) : whole))
}

function isVariable(name: string): name is TemplateVariable {
  return known.has(name)
}

/** A run of a message and how WhatsApp would show it. */
export type Span = { text: string; style: 'plain' | 'bold' | 'italic' | 'monospace' }

const marks = /```([\s\S]+?)```|\*(?=\S)([^*\n]*?\S)\*|_(?=\S)([^_\n]*?\S)_/g

/** Reads the marks of a text for the preview: `*bold*`, `_italic_` and triple backticks for monospace. Never markup. */
export function formattedSpans(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    const [whole, monospace, bold, italic] = match
    if (match.index > end) spans.push({ text: text.slice(end, match.index), style: 'plain' })
    if (monospace !== undefined) spans.push({ text: monospace, style: 'monospace' })
    else if (bold !== undefined) spans.push({ text: bold, style: 'bold' })
    else spans.push({ text: italic ?? '', style: 'italic' })
    end = match.index + whole.length
  }
  if (end < text.length) spans.push({ text: text.slice(end), style: 'plain' })
  return spans
}

const around = { bold: '*', italic: '_', monospace: '```' } as const

/** Wraps the selected part of a text in a mark; spaces at its edges stay outside, or WhatsApp would not see the mark. */
export function wrapSelection(text: string, start: number, end: number, style: keyof typeof around): string {
  const selected = text.slice(start, end)
  const [lead = ''] = /^\s*/.exec(selected) ?? []
  const [trail = ''] = /\s*$/.exec(selected.slice(lead.length)) ?? []
  const core = selected.slice(lead.length, selected.length - trail.length)
  return text.slice(0, start) + lead + around[style] + core + around[style] + trail + text.slice(end)
}
