export type Fault = { name: string; message: string }

/** A field that holds several has a fault for each that is wrong. */
export function listFaults(error: unknown, name = ''): Fault[] {
  if (typeof error !== 'object' || error === null) return []
  if ('message' in error && typeof error.message === 'string' && error.message !== '')
    return [{ name, message: error.message }]
  return Object.entries(error)
    .filter(([part]) => part !== 'ref')
    .flatMap(([part, inner]) => listFaults(inner, name === '' ? part : `${name}.${part}`))
}
