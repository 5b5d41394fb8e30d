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
