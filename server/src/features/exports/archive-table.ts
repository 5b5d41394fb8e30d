/** How a value is written: `json` as its text, `base64` a picture, `list` its parts with a space between them. */
export type ArchiveKind = 'text' | 'whole' | 'number' | 'date' | 'instant' | 'yesNo' | 'json' | 'base64' | 'list'

/** A column of the database, its head in the file, what it holds, and what it means. */
export type ArchiveColumn = readonly [column: string, head: string, kind: ArchiveKind, meaning: string]

export type ArchiveTable = {
  /** The name of the file, without its ending. */
  file: string
  /** By which columns its rows are in order. */
  order: readonly string[]
  columns: readonly ArchiveColumn[]
}

/** The client as a paper names it. */
export const ofClient: readonly ArchiveColumn[] = [
  ['client_id', 'Id del cliente', 'text', 'El cliente, en clientes.csv'],
  ['client_first_name', 'Nombre del cliente', 'text', 'Como era ese día'],
  ['client_middle_name', 'Segundo nombre del cliente', 'text', 'Como era ese día'],
  ['client_last_names', 'Apellidos del cliente', 'text', 'Como eran ese día'],
  ['client_casillero', 'Casillero', 'text', 'Como era ese día'],
  ['client_phone', 'Teléfono del cliente', 'text', 'Como era ese día'],
]

/** The currency of an amount. */
export const inCurrency: readonly ArchiveColumn[] = [
  ['currency_id', 'Id de la moneda', 'text', 'En monedas.csv'],
  ['currency_code', 'Moneda', 'text', 'Código de la moneda'],
  ['currency_name', 'Nombre de la moneda', 'text', 'Como era ese día'],
  ['currency_symbol', 'Símbolo', 'text', 'Como era ese día'],
]

export const atRates: readonly ArchiveColumn[] = [
  ['rate_compra', 'Tasa de compra', 'number', 'Por 1 dólar, ese día'],
  ['rate_venta', 'Tasa de venta', 'number', 'Por 1 dólar, ese día'],
]

export const reversed: readonly ArchiveColumn[] = [
  ['reversed_by', 'Id de quien revirtió', 'text', 'En usuarios.csv'],
  ['reversed_at', 'Revertido', 'instant', 'Vacío si vale'],
  ['reversal_reason', 'Motivo', 'text', 'Por qué se revirtió'],
]

export const made: readonly ArchiveColumn[] = [
  ['created_by', 'Id de quien lo hizo', 'text', 'En usuarios.csv'],
  ['created_at', 'Fecha', 'instant', 'Cuándo se hizo'],
]

export const deleted: ArchiveColumn = ['deleted_at', 'Eliminado', 'instant', 'Vacío mientras existe']
export const ofInvoice: ArchiveColumn = ['invoice_id', 'Id de la factura', 'text', 'En facturas.csv']
export const ofPackage: ArchiveColumn = ['package_id', 'Id del paquete', 'text', 'En paquetes.csv']
export const ofShift: ArchiveColumn = [
  'cash_session_id',
  'Id del turno',
  'text',
  'En turnos-de-caja.csv; vacío fuera de caja',
]
export const returnedBy: ArchiveColumn = [
  'reversal_movement_id',
  'Id del movimiento',
  'text',
  'Por el que se devolvió, en movimientos-de-caja.csv',
]
