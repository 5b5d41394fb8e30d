import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatPricePerPound, formatWeight } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { TemplateValues } from '@casillero/shared/domain/template'

export type ToldClient = { firstName: string; lastNames: string; casillero: string; phone: string }

export type ToldPackage = {
  tracking: string | null
  warehouseTracking: string | null
  contents: string | null
  description: string | null
  weight: number | null
  finalPricePerPound: number | null
  totalPrice: number | null
  shippingMethod: ShippingKind
}

const listed = (values: (string | null)[]) => values.filter((value) => value !== null && value !== '').join(', ')

const numbers = (values: (number | null)[]) => values.filter((value) => value !== null)

const summed = (values: (number | null)[]) => toWire(sum(numbers(values).map(exact)))

/** The one value that all have, or undefined. */
function agreed<T>(values: T[]): T | undefined {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}

const methodNames: Record<ShippingKind, string> = { maritimo: 'Marítimo', aereo: 'Aéreo' }

export const clientValues = (client: ToldClient): TemplateValues => ({
  nombre_cliente: `${client.firstName} ${client.lastNames}`,
  casillero_cliente: client.casillero,
  telefono_cliente: formatPhone(client.phone),
})

/**
 * What a message says of one or of many packages: texts are lists, weights and prices sums,
 * the price per pound stands only when all agree.
 * docs/product/messages.md, "Templates".
 */
export function packageValues(packages: ToldPackage[]): TemplateValues {
  const price = agreed(packages.map(({ finalPricePerPound }) => finalPricePerPound))
  const hasWeight = packages.some(({ weight }) => weight !== null)
  const hasPrice = packages.some(({ totalPrice }) => totalPrice !== null)
  return {
    tracking: listed(packages.map(({ tracking, warehouseTracking }) => tracking ?? warehouseTracking)),
    contenido: listed(packages.map(({ contents }) => contents)),
    descripcion: listed(packages.map(({ description }) => description)),
    metodo_envio: listed([...new Set(packages.map(({ shippingMethod }) => methodNames[shippingMethod]))]),
    ...(hasWeight ? { peso: formatWeight(summed(packages.map(({ weight }) => weight))) } : {}),
    ...(hasPrice ? { precio_total: formatMoney(summed(packages.map(({ totalPrice }) => totalPrice))) } : {}),
    ...(price ? { costo_por_libra: formatPricePerPound(price) } : {}),
  }
}

export type ToldShipment = {
  methodName: string
  address: string
  city: string | null
  department: string | null
  price: number
  symbol: string
}

export const shipmentValues = (shipment: ToldShipment): TemplateValues => ({
  tipo_envio_cliente: shipment.methodName,
  direccion_envio: shipment.address,
  ciudad_envio: shipment.city ?? '',
  departamento_envio: shipment.department ?? '',
  direccion_completa: listed([shipment.address, shipment.city, shipment.department]),
  precio_envio: formatMoney(shipment.price, shipment.symbol),
})
