import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOutsidePages } from '../../../server/src/outside-pages.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'

const source = readFileSync(join(import.meta.dirname, '../../../web/src/app/screens.ts'), 'utf8')

/** What follows the path of a screen that has tabs or rows of its own. */
const parts: Record<string, readonly string[]> = {
  '/admin/settings': ['/general', '/whatsapp', '/templates', '/currencies', '/shipping-methods'],
  '/admin/datos': ['/cargas', '/programas', '/webhooks', '/copia'],
  '/conversaciones': ['/:id'],
  '/clients/:id': ['?tab=facturas', '?tab=estado', '?tab=mensajes', '?tab=datos'],
  '/paquetes': ['/:id'],
  '/facturar': ['?tab=facturas', '/:id?tab=facturas'],
  '/envios': ['/despachar', '/despachos', '/despachos/:id'],
  '/embarques': ['/faltantes', '/:id', '/:id/llegada', '/:id/cuadre'],
  '/caja': ['/comprobantes', '/cierres', '/por-cobrar', '/cajas', '/cierres/:id', '/cerrar/:id'],
  '/reportes': ['/:name'],
  '/importar/:kind': ['/:id'],
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

/** Files, and addresses that show no page of their own. */
const noPages = [/^\/r\//, /\/:(part|photo)$/, /^\/mi\/comprobante\/:id$/, /\/(factura|pdf)$/, /\.webmanifest$/, /\*$/]

// The pages are only listed, so nothing connects.
const database = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 1 })

/** Every page that needs no sign-in of staff. */
export const outsideAddresses = createOutsidePages({ database, draw: async () => new Uint8Array() })
  .flatMap(({ pages }) => pages)
  .flatMap(({ method = 'GET', path }) => (method === 'GET' && !noPages.some((one) => one.test(path)) ? [path] : []))

/** What stands for the `:id` of an address, by what stands before it. */
export type Ids = Record<
  | 'clients'
  | 'conversaciones'
  | 'paquetes'
  | 'facturar'
  | 'despachos'
  | 'embarques'
  | 'cierres'
  | 'cerrar'
  | 'packages',
  string
>

/** Fills in an address; a screen whose id is unknown here fails whatever goes through all of them. */
export function fillAddress(address: string, ids: Ids): string {
  const values: Record<string, string> = { ...ids, importar: 'packages', reportes: 'ventas-por-dia' }
  const filled: string[] = []
  for (const part of address.split('/')) {
    const value = values[filled.at(-1) ?? '']
    if (part.startsWith(':') && value === undefined) throw new Error(`${address} needs what stands for ${part}`)
    filled.push(part.replace(/^:\w+/, value ?? ''))
  }
  return filled.join('/')
}
