import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = readFileSync(join(import.meta.dirname, '../../../web/src/app/screens.ts'), 'utf8')

/** What follows the path of a screen that has tabs or rows of its own. */
const parts: Record<string, readonly string[]> = {
  '/admin/settings': ['/general', '/whatsapp', '/templates', '/currencies', '/shipping-methods'],
  '/admin/datos': ['/cargas', '/programas', '/webhooks', '/copia'],
  '/conversaciones': ['/:id'],
  '/paquetes': [],
  '/facturar': ['?tab=facturas'],
  '/envios': ['/despachos', '/despachos/:id'],
  '/embarques': ['/faltantes', '/:id', '/:id/llegada', '/:id/cuadre'],
  '/caja': ['/comprobantes', '/cierres', '/por-cobrar', '/cajas', '/cierres/:id', '/cerrar/:id'],
  '/reportes': ['/:name'],
  '/importar/:kind': [],
}

function listAddresses(): string[] {
  const declared = [...source.matchAll(/^ {4}path: '(.+)',\n(?: {4}(?:rest|tabs|label|group).*\n)*/gm)]
  if (declared.length < 25) throw new Error('The screens of web/src/app/screens.ts were not found')
  return declared.flatMap(([lines, path = '']) => {
    if (/^ {4}(rest|tabs):/m.test(lines) && !parts[path]) throw new Error(`The parts of ${path} are missing`)
    return [path, ...(parts[path] ?? []).map((part) => path + part)]
  })
}

/** Every address of the app. */
export const addresses = ['/login', ...listAddresses()]

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
