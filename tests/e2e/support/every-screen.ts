import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../../docs/product/screens.md'), 'utf8')

/** Every address of docs/product/screens.md, "Routes", which a test of the menu holds to the router's. */
export const addresses = [...page.matchAll(/^\| (\/\w[^|]*?) +\|/gm)].flatMap(([, cell = '']) => {
  const [path = '', parts] = cell.split(', with ')
  return [path, ...(parts?.split(', ') ?? []).map((part) => path + part)]
})

/** What stands for the `:id` of an address, by what stands before it. */
export type Ids = Record<'clients' | 'conversaciones' | 'despachos' | 'embarques' | 'cierres' | 'cerrar', string>

/** Fills in an address; a screen whose id is unknown here fails whatever goes through all of them. */
export function fillAddress(address: string, ids: Ids): string {
  const values: Record<string, string> = { ...ids, importar: 'packages', reportes: 'ventas-por-dia' }
  return address.replace(/(?<=\/([\w-]+)\/):\w+/, (part, before: string) => {
    const value = values[before]
    if (value === undefined) throw new Error(`${address} needs what stands for ${part}`)
    return value
  })
}
