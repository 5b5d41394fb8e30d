import { type Random, readList } from './random.ts'

type Goods = {
  description: string
  contents: string | null
  provider: string
  tracking: string
}

const small = readList(`
  Zapatos deportivos / Ropa de niña, 6 piezas / Teléfono celular / Audífonos inalámbricos /
  Vitaminas y suplementos / Repuesto de motocicleta / Reloj inteligente / Maquillaje y cremas /
  Cartuchos de tinta / Libros universitarios / Perfumes / Lentes graduados / Tarjeta de video /
  Uniformes médicos / Cámara de seguridad
`)
const large = readList(`
  Televisor 43" / Llantas, 2 unidades / Coche para bebé / Herramientas eléctricas / Silla de oficina /
  Freidora de aire / Juego de sábanas y edredón / Juguetes, caja grande / Parachoques delantero /
  Máquina de coser / Ropa usada en paca / Bicicleta desarmada
`)
const contents = readList(`
  Revisar al recibir / Frágil / Contiene batería de litio / Dos bultos en la misma caja
`)
const shops = readList('Amazon / Amazon / Amazon / Shein / eBay / Walmart / Temu / Best Buy / AutoZone')
const letters = readList('A / B / E / R / V / W / X / Y')

/** Makes a tracking in the form of a carrier: Amazon, UPS, USPS or FedEx. */
function makeTracking(shop: string, random: Random): string {
  if (shop === 'Amazon' && random.chance(0.8)) return `TBA30${random.digits(10)}`
  const carrier = random.next()
  if (carrier < 0.4) return `1Z${random.digits(2)}${random.pick(letters)}${random.digits(3)}03${random.digits(8)}`
  if (carrier < 0.8) return `94001${random.digits(17)}`
  return `77${random.digits(10)}`
}

/** Chooses the contents of a package, its shop and its tracking. */
export function makeGoods(isSea: boolean, random: Random): Goods {
  const provider = random.pick(shops)
  return {
    description: random.pick(isSea && random.chance(0.7) ? large : small),
    contents: random.chance(0.15) ? random.pick(contents) : null,
    provider,
    tracking: makeTracking(provider, random),
  }
}
