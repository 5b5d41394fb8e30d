/** In the order of the editor's buttons. docs/product/messages.md, "Templates". */
export const templateGroups = [
  {
    name: 'Cliente',
    variables: [
      { name: 'nombre_cliente', label: 'Nombre del cliente', sample: 'Guadalupe Martínez' },
      { name: 'nombre_corto', label: 'Nombre corto', sample: 'Guadalupe' },
      { name: 'casillero_cliente', label: 'Casillero', sample: 'TRE0031' },
      { name: 'telefono_cliente', label: 'Teléfono', sample: '+505 8690 4417' },
      {
        name: 'enlace_casillero',
        label: 'Enlace a Mi casillero',
        sample: 'https://tresvolcanes.casillero.com/mi/paquetes/0198c1de-5b7a-7c3f-9d24-6f1e8a2b4c70',
      },
      { name: 'codigo', label: 'Código de acceso', sample: '482913' },
      {
        name: 'direccion',
        label: 'Dirección en EE. UU.',
        sample: '\nGuadalupe Martínez TRE0031\n8260 NW 70th St\nMiami, FL 33166',
      },
      { name: 'telefono_agregado', label: 'Teléfono agregado', sample: '+505 7690 3312' },
    ],
  },
  {
    name: 'Paquete',
    variables: [
      { name: 'peso', label: 'Peso', sample: '12.25 lbs' },
      { name: 'contenido', label: 'Contenido', sample: '2 faros, 2 espejos' },
      { name: 'descripcion', label: 'Descripción', sample: 'Repuestos de motocicleta' },
      { name: 'cantidad_paquetes', label: 'Cantidad de paquetes', sample: '2 paquetes' },
      { name: 'fecha_estimada', label: 'Fecha estimada', sample: 'entre el jueves 3 y el lunes 7' },
      { name: 'dias_espera', label: 'Días de espera', sample: '12' },
      { name: 'almacenaje', label: 'Almacenaje', sample: 'US$3.00' },
      {
        name: 'enlace_foto',
        label: 'Fotos del paquete',
        sample: 'https://tresvolcanes.casillero.com/p/8wNk3TzQv5xJb7mCs2HrLe',
      },
    ],
  },
  {
    name: 'Envío',
    variables: [
      { name: 'metodo_envio', label: 'Método de envío', sample: 'Marítimo' },
      { name: 'tracking', label: 'Tracking', sample: '92612903118477002199' },
      { name: 'tienda', label: 'Tienda', sample: 'Walmart' },
      { name: 'fecha_esperada', label: 'Día que se esperaba', sample: '22 nov 2026' },
    ],
  },
  {
    name: 'Precio',
    variables: [
      { name: 'precio_total', label: 'Precio total', sample: 'US$30.32' },
      { name: 'total_con_cargos', label: 'Total con cargos', sample: 'US$36.50 + C$350.00' },
      { name: 'costo_por_libra', label: 'Costo por libra', sample: 'US$2.75/lb' },
      { name: 'calculo', label: 'Cálculo del precio', sample: '3.20 lbs · volumen 5.78 → 6 lbs × US$5.50 = US$33.00' },
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
      { name: 'transportista', label: 'Transportista', sample: 'Cargotrans' },
      { name: 'guia', label: 'Guía', sample: '0088-41275' },
      {
        name: 'enlace_recibo',
        label: 'Foto del recibo',
        sample: 'https://tresvolcanes.casillero.com/r/4cQm7RkTz9xWb2nHs6YvLd',
      },
    ],
  },
  {
    name: 'Cuenta',
    variables: [
      { name: 'debe', label: 'Lo que debe', sample: 'C$828.40 · US$24.00' },
      { name: 'a_favor', label: 'Saldo a favor', sample: 'C$128.00' },
      { name: 'facturas_pendientes', label: 'Facturas por pagar', sample: '#1209, #1251, #1288' },
      { name: 'cantidad_facturas', label: 'Cantidad de facturas', sample: '3 facturas' },
      { name: 'monto', label: 'Monto pagado', sample: 'C$999.04' },
      { name: 'motivo', label: 'Motivo de rechazo', sample: 'La foto no se lee' },
    ],
  },
  {
    name: 'Factura',
    variables: [
      { name: 'numero_factura', label: 'Número de factura', sample: '1288' },
      { name: 'total', label: 'Total', sample: 'C$2,433.87' },
      { name: 'pendiente', label: 'Saldo pendiente', sample: 'C$477.87' },
      { name: 'enlace', label: 'Enlace', sample: 'https://tresvolcanes.casillero.com/f/7Yb4hXqTn8vLr2mWc9KdPz' },
    ],
  },
  {
    name: 'Empresa',
    variables: [{ name: 'nombre_empresa', label: 'Nombre de la empresa', sample: 'Encomiendas Tres Volcanes' }],
  },
] as const

export type TemplateVariable = (typeof templateGroups)[number]['variables'][number]['name']
export type TemplateValues = Partial<Record<TemplateVariable, string>>

const known: ReadonlySet<string> = new Set(templateGroups.flatMap(({ variables }) => variables.map(({ name }) => name)))

export const sampleValues: TemplateValues = Object.fromEntries(
  templateGroups.flatMap(({ variables }) => variables.map(({ name, sample }) => [name, sample])),
)

export const maxTemplateLength = 4096

/** The longest text that WhatsApp takes as one message. */
export const maxMessageLength = 65_536

// Trimmed later: trimming in the pattern takes half a minute for a text of spaces.
export const token = /\{\{([^{}]*)\}\}/g

export const listVariables = (content: string): string[] => [
  ...new Set([...content.matchAll(token)].map(([, name = '']) => name.trim())),
]

/** Without duplicates, in order. docs/product/screens.md, "Templates tab". */
export const unknownVariables = (content: string): string[] => listVariables(content).filter((name) => !known.has(name))

const codeLine = 'Si lo abre desde la pantalla de inicio de su teléfono, entre con este código: *{{codigo}}*'

/** What is sent of a template's text: those of before have no code, and no client shall be without it. */
export const completeTemplate = (key: string, content: string): string =>
  key !== 'access' || listVariables(content).includes('codigo') ? content : `${content}\n\n${codeLine}`

/** Stands for a variable without a value. */
export const missing = '—'

// WhatsApp has no escape character; these lookalikes are plain text to it.
const lookalikes: Record<string, string> = { '*': '∗', _: '＿', '~': '∼', '`': 'ˋ' }

/** Returns one line without control characters and without marks that would format the following text. */
export function toPlain(value: string): string {
  return value
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[*_~`]/g, (mark) => lookalikes[mark] ?? '')
    .trim()
}

/**
 * Replaces in one pass, so that a value that looks like a variable stays. A missing value becomes a dash.
 * docs/product/messages.md, "Templates".
 */
export function renderTemplate(content: string, values: TemplateValues): string {
  const fill = (name: string) => (isVariable(name) ? fillVariable(name, values[name] ?? '') || missing : undefined)
  const message = content.replace(token, (whole, name: string) => fill(name.trim()) ?? whole)
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1).toWellFormed()}…`
}

/** An address keeps its lines. */
const fillVariable = (name: TemplateVariable, value: string): string =>
  name === 'direccion' ? value.split('\n').map(toPlain).join('\n') : toPlain(value)

function isVariable(name: string): name is TemplateVariable {
  return known.has(name)
}
