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
  const fill = (line: string) =>
    line.replace(pattern, (whole, name: string) => (isVariable(name) ? values[name] : whole)).trim()
  return address
    .split('\n')
    .map((line, index) => ({ label: addressLines[index] ?? `Línea ${index + 1}`, text: fill(line) }))
    .filter(({ text }) => text !== '')
}

const cityForm = /^(\p{L}[^,]*?)[,\s]+([A-Za-z]{2})[,.\s]+(\d{5}(?:-\d{4})?)$/u
const phoneForm = /^\D*(?:\d\D*){7,15}$/

/** The fields of a shop's form: city, state and code apart where the line has them, and a line is a phone only where it has the digits of one. */
export const listFormFields = (lines: ReturnType<typeof fillAddress>): ReturnType<typeof fillAddress> =>
  lines.flatMap((line) => {
    const [, city = '', state = '', code = ''] = cityForm.exec(line.text) ?? []
    if (code !== '')
      return [
        { label: 'Ciudad', text: city },
        { label: 'Estado', text: state.toUpperCase() },
        { label: 'Código postal', text: code },
      ]
    const isPhone = line.label === 'Teléfono' && phoneForm.test(line.text)
    return isPhone || line.label !== 'Teléfono' ? [line] : [{ label: 'Otra línea', text: line.text }]
  })
