export const importKinds = ['clients', 'packages', 'statuses', 'tariffs', 'charges', 'prealerts'] as const
export type ImportKind = (typeof importKinds)[number]

export const importNames: Record<ImportKind, { title: string; of: string; sheet: string }> = {
  clients: { title: 'Importar clientes', of: 'Clientes', sheet: 'Clientes' },
  packages: { title: 'Importar paquetes', of: 'Paquetes', sheet: 'Paquetes' },
  statuses: { title: 'Importar estados', of: 'Estados', sheet: 'Estados' },
  tariffs: { title: 'Importar tarifas', of: 'Tarifas', sheet: 'Tarifas' },
  charges: { title: 'Importar cargos', of: 'Cargos', sheet: 'Cargos' },
  prealerts: { title: 'Importar prealertas', of: 'Prealertas', sheet: 'Prealertas' },
}

export type ImportField = {
  id: string
  label: string
  names: readonly string[]
}

const field = (id: string, label: string, names = ''): ImportField => ({
  id,
  label,
  names: names === '' ? [] : names.split('|'),
})

const tracking = field(
  'tracking',
  'Tracking de envío',
  'tracking|tracking number|tracking no|tracking nro|tracking num|guia|numero de guia|no guia|numero de tracking|tracking de envio|tracking id|trk|rastreo|numero de rastreo|track|awb',
)
const method = field(
  'shippingMethod',
  'Método de envío',
  'metodo|metodo de envio|servicio|service|tipo|type|tipo de envio|tipo de servicio|via|modalidad|method|shipping method|mode|envio|transporte|medio',
)
const status = field(
  'status',
  'Estado',
  'estado|estatus|status|situacion|estado actual|estado del paquete|nuevo estado',
)
const comments = 'comentario|comentarios|nota|notas|comment|comments|notes|note|remarks|observacion|observaciones'

const mailbox =
  'casillero|no casillero|numero de casillero|codigo|codigo de cliente|mailbox|box|suite|locker|id cliente|codigo cliente|account|cuenta|casilla|po box'

const clients: readonly ImportField[] = [
  field('casillero', 'Casillero', mailbox),
  field(
    'fullName',
    'Nombre completo',
    'nombre completo|nombres y apellidos|nombre y apellido|full name|name|cliente|customer|client|customer name|client name|nombre del cliente|nombre cliente|razon social',
  ),
  field('firstName', 'Nombre', 'nombre|primer nombre|nombres|first name|firstname|given name'),
  field('middleName', 'Segundo nombre', 'segundo nombre|middle name|middlename'),
  field('lastNames', 'Apellidos', 'apellidos|apellido|last name|lastname|last names|surname|family name'),
  field(
    'phone',
    'Teléfono',
    'telefono|celular|movil|phone|phone number|telephone|mobile|cell|cell phone|whatsapp|tel|numero de telefono|telefono celular|cel|telefonos',
  ),
  field('email', 'Correo electrónico', 'correo|correo electronico|email|e mail|mail|email address|e mail address'),
  field('address', 'Dirección', 'direccion|address|domicilio|direccion exacta|street'),
  field('city', 'Ciudad', 'ciudad|municipio|city|town'),
  field('department', 'Departamento', 'departamento|provincia|state|region|department'),
  field('cedula', 'Cédula', 'cedula|identificacion|no cedula|numero de cedula|ruc|cedula ruc|id|dni|documento'),
  field('tariffSea', 'Tarifa marítima', 'tarifa maritima|tarifa maritimo|tarifa mar|sea rate|ocean rate'),
  field('tariffAir', 'Tarifa aérea', 'tarifa aerea|tarifa aereo|tarifa aire|air rate'),
]

const owner = field('casillero', 'Cliente (casillero)', `${mailbox}|casillero cliente|cliente casillero`)
const store = field('provider', 'Tienda', 'tienda|proveedor|shipper|vendor|provider|store|seller|remitente|merchant')
const description = 'descripcion|description|articulo|producto|item description|mercaderia'

const packages: readonly ImportField[] = [
  tracking,
  field(
    'warehouseTracking',
    'Tracking de bodega',
    'tracking de bodega|tracking bodega|warehouse tracking|warehouse receipt|wr|w r|whr|wr no|wr nro|wr num|wr number|no wr|numero de wr|numero wr|warehouse receipt no|warehouse receipt number|receipt|receipt no|receipt number|recibo de bodega|warehouse|warehouse no|warehouse number|no recibo|recibo',
  ),
  owner,
  field(
    'clientName',
    'Cliente (nombre)',
    'cliente|nombre del cliente|nombre cliente|client|customer|customer name|client name|cliente nombre',
  ),
  field(
    'clientPackageName',
    'Nombre en el paquete',
    'consignatario|nombre en el paquete|consignee|destinatario|recipient|nombre|name|ship to|a nombre de',
  ),
  field(
    'weight',
    'Peso (lbs)',
    'peso|peso lb|peso lbs|peso libras|peso en libras|libras|lb|lbs|pounds|weight|weight lb|weight lbs|weight pounds',
  ),
  field(
    'weightKg',
    'Peso (kg, se convierte a lbs)',
    'weight kg|weight kgs|peso kg|peso kgs|peso kilos|peso en kilos|kg|kgs|kilos|kilogramos',
  ),
  field(
    'unit',
    'Unidad (lb, kg, oz, g, pulg, cm)',
    'unidad|unidades de peso|unidad de peso|unidad peso|peso unidad|unidad de medida|unit|uom|um|weight unit|weight uom|wt unit|unit of weight|unit of measure|dimension unit',
  ),
  field(
    'measures',
    'Medidas (pulgadas)',
    'medidas|dimensiones|dimensions|dims|measures|measurements|largo x ancho x alto|l x w x h|lxwxh|medidas pulgadas',
  ),
  field('length', 'Largo (pulgadas)', 'largo|length|longitud|largo pulg|length in'),
  field('width', 'Ancho (pulgadas)', 'ancho|width|ancho pulg|width in'),
  field('height', 'Alto (pulgadas)', 'alto|height|altura|alto pulg|height in'),
  field('declaredValue', 'Valor declarado (US$)', 'valor declarado|declared value|valor declarado us$|valor asegurado'),
  method,
  status,
  field('tariff', 'Tarifa', 'tarifa|rate|tariff|plan'),
  field(
    'receivedAt',
    'Fecha de recibido',
    'fecha|fecha de recibido|fecha recibido|recibido|date|received|received date|date received|fecha de ingreso|fecha ingreso|ingreso|fecha de entrada|received at|fecha recepcion|fecha de recepcion|fecha de recibo|fecha de llegada',
  ),
  field('description', 'Descripción', description),
  field('contents', 'Contenido', 'contenido|contents|content|detalle'),
  store,
  field('comments', 'Comentarios', comments),
]

const statuses: readonly ImportField[] = [
  tracking,
  status,
  field('changedAt', 'Fecha del cambio', 'fecha|date|fecha del cambio|fecha de estado|fecha estado|status date'),
  field('comment', 'Comentario', comments),
]

const tariffs: readonly ImportField[] = [
  field('name', 'Nombre', 'nombre|tarifa|name|tariff|rate|plan|descripcion'),
  method,
  field(
    'pricePerPound',
    'US$ por libra',
    'precio|precio por libra|us$ por libra|us$ lb|price|price per pound|costo por libra|valor|us$|precio lb|price lb|monto|dolares por libra',
  ),
  field('unit', 'Se cobra por', 'se cobra por|cobra por|unidad|unidad de cobro|unit|charged by'),
  field(
    'minimumPounds',
    'Mínimo (lbs)',
    'minimo|minimo lbs|minimo de libras|minimo libras|libras minimas|minimum|minimum pounds',
  ),
  field('roundUpTo', 'Redondeo hacia arriba', 'redondeo hacia arriba|redondeo|redondear a|round up|round up to'),
  field('roundingGrace', 'Se perdona hasta', 'se perdona hasta|se perdona|tolerancia|gracia|grace'),
  field(
    'volumetricDivisor',
    'Pulgadas³ por libra',
    'pulgadas3 por libra|pulgadas por libra|divisor|divisor volumetrico|factor volumetrico|volumetric divisor',
  ),
  field('tiers', 'Tramos', 'tramos|escalas|rangos|tiers|weight breaks'),
  field('startDate', 'Desde', 'desde|inicio|fecha de inicio|fecha inicio|start date|start|from|vigente desde'),
  field('endDate', 'Hasta', 'hasta|fin|fecha de fin|fecha fin|end date|end|to|vigente hasta|vence'),
  field('notes', 'Notas', comments),
]

const charges: readonly ImportField[] = [
  tracking,
  field('charge', 'Cargo', 'cargo|concepto|charge|tipo de cargo|cobro|rubro'),
  field('amount', 'Monto', 'monto|importe|amount|impuesto|impuestos|a cobrar'),
  field('currency', 'Moneda', 'moneda|currency|divisa'),
]

const prealerts: readonly ImportField[] = [
  owner,
  tracking,
  { ...store, id: 'store' },
  field('description', 'Qué es', `${description}|que compro|compra|contenido|contents|content|detalle`),
  field(
    'declaredValue',
    'Valor (US$)',
    'valor|valor us$|us$|valor declarado|declared value|value|precio|price|costo|cost|monto|total',
  ),
  field(
    'expectedOn',
    'Se espera',
    'fecha|date|fecha esperada|dia esperado|fecha de llegada|llega|llegada|llegada estimada|fecha estimada|fecha estimada de llegada|fecha de entrega|eta|expected|expected date|delivery date|estimated delivery',
  ),
]

export const datedFields: ReadonlySet<string> = new Set([
  'receivedAt',
  'changedAt',
  'startDate',
  'endDate',
  'expectedOn',
])

/** With a decimal point or comma. */
export const numberFields: ReadonlySet<string> = new Set([
  ...['weight', 'weightKg', 'pricePerPound', 'length', 'width', 'height', 'declaredValue', 'amount'],
  ...['minimumPounds', 'roundUpTo', 'roundingGrace', 'volumetricDivisor'],
])

/** Every digit matters. */
export const codeFields: ReadonlySet<string> = new Set([
  'tracking',
  'warehouseTracking',
  'casillero',
  'phone',
  'cedula',
])

/** Values for a whole file, if no column has them. */
export const fixedFields = {
  clients: [],
  packages: ['shippingMethod', 'status', 'tariff', 'shipment'],
  statuses: ['status'],
  tariffs: ['shippingMethod'],
  charges: ['charge', 'currency'],
  prealerts: [],
} as const satisfies Record<ImportKind, readonly string[]>
export type FixedField = (typeof fixedFields)[ImportKind][number]

export const importFields: Record<ImportKind, readonly ImportField[]> = {
  clients,
  packages,
  statuses,
  tariffs,
  charges,
  prealerts,
}

/** A file needs at least one field of each group. */
export const neededFields: Record<ImportKind, readonly (readonly string[])[]> = {
  clients: [['casillero', 'phone', 'email']],
  packages: [['tracking', 'warehouseTracking']],
  statuses: [['tracking'], ['status']],
  tariffs: [['name'], ['shippingMethod'], ['pricePerPound']],
  charges: [['tracking'], ['charge']],
  prealerts: [['casillero'], ['tracking']],
}

export const importLabel = (kind: ImportKind, id: string): string =>
  importFields[kind].find((one) => one.id === id)?.label ?? (id === 'shipment' ? 'Embarque' : id)
