import type { ImportField } from './import-fields.ts'

/** Words of headings that mean the same: the first stands for all. */
const groups = `
  tracking|guia|track|trk|rastreo|waybill|hawb
  cliente|customer|client
  consignatario|consignee|cnee|destinatario|recipient|receiver
  peso|weight|wt|wgt
  nombre|name
  telefono|phone|celular|movil|mobile|cel|cell|tel|telephone
  correo|email|mail
  direccion|address|dir
  fecha|date
  recibido|received|recepcion|ingreso|entrada|recibida
  llegada|arrival|arribo
  estado|status|estatus
  descripcion|description|desc|commodity|mercaderia|mercancia
  tienda|store|proveedor|vendor|shipper|supplier|remitente|sender|seller|merchant
  casillero|suite|mailbox|locker|casilla
  warehouse|whse|wh
  recibo|receipt|rcpt
  servicio|service
  valor|value
  tipo|type
  envio|shipping|ship
  metodo|method|mode|modo
  cuenta|account|acct
  departamento|department|depto|dpto
  dimensiones|dimension|dimensions|dims
  declarado|declared
  numero|number|no|num|nro|n|id|codigo|code|cod`
const meanings = new Map(
  groups.split('\n').flatMap((group) => {
    const words = group.trim().split('|')
    return words.map((word) => [word, words[0] ?? word] as const)
  }),
)
const fillers = new Set('de del la el los las the of on en in y and por by s'.split(' '))
/** They say nothing where other words remain. */
const soft = new Set(
  `nombre full completo gross bruto actual current real total neto net carrier courier original usa us usd us$ miami inbound house goods package
  paquete pkg item product producto final`.split(/\s+/),
)

const withoutPlural = (word: string): string => word.replace(/e?s$/, '')

const isSoft = (word: string): boolean => soft.has(word) || soft.has(withoutPlural(word))

const toMeaning = (word: string): string => meanings.get(word) ?? meanings.get(withoutPlural(word)) ?? word

const listMeanings = (key: string): Set<string> =>
  new Set(
    key
      .split(' ')
      .map(toMeaning)
      .filter((word) => word !== '' && !fillers.has(word)),
  )

const joinSorted = (words: Iterable<string>): string => [...words].toSorted().join(' ')

type Index = ReadonlyMap<string, string | null>
const indexes = new WeakMap<readonly ImportField[], Index>()

/** Fields by the meanings of their names; null where two fields share them. */
function findIndex(fields: readonly ImportField[]): Index {
  const known = indexes.get(fields)
  if (known) return known
  const index = new Map<string, string | null>()
  for (const { id, names } of fields)
    for (const name of names) {
      const key = joinSorted(listMeanings(name))
      index.set(key, index.has(key) && index.get(key) !== id ? null : id)
    }
  indexes.set(fields, index)
  return index
}

/** `Consignee Name`, `No. de Guía`, `Gross Weight`: the field whose name has these words, else these without what says little. */
export function findByWords(fields: readonly ImportField[], key: string): string | undefined {
  const words = listMeanings(key)
  const tries = [(word: string) => word !== 'numero', (word: string) => word !== 'numero' && !isSoft(word)]
  for (const isKept of [() => true, ...tries]) {
    const found = findIndex(fields).get(joinSorted([...words].filter(isKept)))
    if (found) return found
  }
  return undefined
}
