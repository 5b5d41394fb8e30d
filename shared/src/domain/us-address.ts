/** The most lines, named as in the forms of shops. */
export const addressLines = ['Nombre', 'Dirección', 'Segunda línea', 'Ciudad, estado y código', 'Teléfono'] as const

const variables = ['nombre', 'casillero'] as const
type AddressValues = Record<(typeof variables)[number], string>

const pattern = /\{\{\s*([^{}]*?)\s*\}\}/g
const isVariable = (name: string): name is keyof AddressValues => variables.some((known) => known === name)

export const listUnknownVariables = (address: string): string[] =>
  [...address.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isVariable(name))

/** Omits lines without text. docs/product/client-pages.md, "Dirección". */
export function fillAddress(address: string, values: AddressValues): { label: string; text: string }[] {
  return address
    .split('\n')
    .map((line, index) => ({ label: addressLines[index] ?? `Línea ${index + 1}`, text: fillLine(line, values) }))
    .filter(({ text }) => text !== '')
}

const fillLine = (line: string, values: AddressValues): string =>
  line.replace(pattern, (whole, name: string) => (isVariable(name) ? values[name] : whole)).trim()

/** In the order of a shop's form. */
const fieldNames = [
  ['name', 'Nombre'],
  ['street', 'Dirección'],
  ['suite', 'Segunda línea'],
  ['city', 'Ciudad'],
  ['state', 'Estado'],
  ['code', 'Código postal'],
  ['phone', 'Teléfono'],
] as const
export type AddressFields = Record<(typeof fieldNames)[number][0], string>

const cityForm = /^(\p{L}[^,]*?)[,\s]+([A-Za-z]{2})[,.\s]+(\d{5}(?:-\d{4})?)$/u
const phoneForm = /^\D*(?:\d\D*){7,15}$/

function readCity(line: string | undefined): Pick<AddressFields, 'city' | 'state' | 'code'> | undefined {
  const [, city, state, code] = cityForm.exec(line?.trim() ?? '') ?? []
  return city && state && code ? { city, state: state.toUpperCase(), code } : undefined
}

/** Undefined where it is not sure which line is which field. */
export function readAddress(address: string): AddressFields | undefined {
  const lines = address.split('\n').map((line) => line.trim())
  const at = readCity(lines[3]) ? 3 : 2
  const place = readCity(lines[at])
  const [name = '', street = '', suite = ''] = lines.slice(0, at)
  const [phone = '', ...others] = lines.slice(at + 1).filter((line) => line !== '')
  // Without a line for its suite, an address may lack the name instead.
  const isNamed = at === 3 || /\{\{.*\}\}/.test(name)
  const isWhole = isNamed && street !== '' && others.length === 0 && (phone === '' || phoneForm.test(phone))
  return place && isWhole ? { name, street, suite, ...place, phone } : undefined
}

/** The inverse of `readAddress`; an empty field keeps its line. */
export const writeAddress = ({ name, street, suite, city, state, code, phone }: AddressFields): string =>
  [name, street, suite, `${city}, ${state} ${code}`, phone].join('\n').trimEnd()

const rules: readonly [keyof AddressFields, RegExp, string][] = [
  ['name', /\S/, 'Escriba el nombre, como {{nombre}}'],
  ['street', /\S/, 'Escriba la calle y el número'],
  ['city', /^\p{L}[^,]*$/u, 'Escriba la ciudad, sin comas'],
  ['state', /^[A-Za-z]{2}$/, 'Escriba las dos letras, como FL'],
  ['code', /^\d{5}(-\d{4})?$/, 'Escriba cinco números, como 33166'],
  ['phone', new RegExp(`^$|${phoneForm.source}`), 'Escriba un teléfono, como +1 305 555 0147'],
]

/** A name alone is no address. */
export const isBlankAddress = ({ name: _, ...fields }: AddressFields): boolean =>
  Object.values(fields).every((text) => text === '')

/** Of fields that `readAddress` would not read again from what `writeAddress` makes of them. */
export const listAddressProblems = (fields: AddressFields): { name: keyof AddressFields; message: string }[] => [
  ...rules.filter(([name, form]) => !form.test(fields[name])).map(([name, , message]) => ({ name, message })),
  ...fieldNames.flatMap(([name]) => {
    const unknown = listUnknownVariables(fields[name])
    return unknown.length === 0 ? [] : [{ name, message: `Variables desconocidas: ${unknown.join(', ')}` }]
  }),
]

const labelFields = (fields: Partial<AddressFields>): ReturnType<typeof fillAddress> =>
  fieldNames.map(([name, label]) => ({ label, text: fields[name] ?? '' })).filter(({ text }) => text !== '')

/** The fields of a shop's form; the lines as they are where it is not sure which is which. */
export function listFormFields(address: string, values: AddressValues): ReturnType<typeof fillAddress> {
  const fields = readAddress(address)
  if (fields !== undefined)
    return labelFields(fields).map(({ label, text }) => ({ label, text: fillLine(text, values) }))
  return fillAddress(address, values).flatMap((line) => {
    const place = readCity(line.text)
    if (place) return labelFields(place)
    const isPhone = line.label === 'Teléfono' && phoneForm.test(line.text)
    return isPhone || line.label !== 'Teléfono' ? [line] : [{ label: 'Otra línea', text: line.text }]
  })
}
