import { randomBytes } from 'node:crypto'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { addConsignment } from './sample-consignments.ts'
import { phoneOfNicaragua, type Shop } from './shop.ts'
import { newMark, samplePassword } from './world.ts'

// The bodies of calls of the contract, with all of their fields.

export const clientBody = (shop: Shop) => ({
  firstName: 'María',
  middleName: 'José',
  lastNames: 'Peña Ñurinda',
  phone: phoneOfNicaragua,
  secondPhone: '50588112233',
  email: 'maria@correo.test',
  address: 'De la rotonda 2c al sur',
  city: 'Managua',
  department: 'Managua',
  cedula: '001-150892-0012K',
  defaultTariffMaritimoId: shop.sea.id,
  defaultTariffAereoId: shop.air.id,
  creditLimit: null,
})

export const tariffBody = () => ({
  name: `Tarifa ${newMark()}`,
  type: 'aereo' as const,
  pricePerPound: 4.25,
  unit: 'pound' as const,
  minimumPounds: 1,
  roundUpTo: 0.5,
  roundingGrace: 0.1,
  volumetricDivisor: 166,
  tiers: [{ from: 20, price: 4 }],
  startDate: '2026-01-01',
  endDate: '2099-12-31',
  notes: 'Sin mínimo',
  isDefault: false,
  isActive: true,
  isPublic: true,
})

export const packageBody = (shop: Shop) => ({
  shippingMethod: 'aereo' as const,
  clientId: shop.client.id,
  tariffId: shop.air.id,
  statusId: shop.statuses.received,
  tracking: newMark().toUpperCase(),
  warehouseTracking: newMark().toUpperCase(),
  weight: 3.1,
  length: 12,
  width: 10,
  height: 8,
  declaredValue: 180,
  description: 'Zapatos',
  contents: 'Un par',
  provider: 'Tienda',
  clientPackageName: 'Lo mío',
  comments: 'Frágil',
  discountType: 'percentage' as const,
  discountValue: 10,
  shouldNotifyStorage: false,
})

/** A package with a label that was printed before, for an open consignment. */
export const arrivalBody = async (shop: Shop) => ({
  ...packageBody(shop),
  labelCode: makeLabelCode(randomBytes(5)),
  shipmentId: (await addConsignment(shop, [])).id,
  weightSource: 'scale' as const,
})

export async function invoiceBody(shop: Shop) {
  const shipping = {
    shippingMethodId: shop.methodId,
    currencyId: shop.nio,
    shippingPrice: 50,
    shippingAddress: 'De la rotonda 2c al sur',
    shippingCity: 'Managua',
    shippingDepartment: 'Managua',
    comments: 'Antes de las 5',
  }
  const payments = [{ total: 1, method: 'transfer' as const, reference: 'BAC 17', currencyId: shop.nio }]
  const discount = { generalDiscountType: 'percentage' as const, generalDiscountValue: 10 }
  const change = [{ currencyId: shop.nio, kind: 'credit' as const }]
  const packages = await shop.receiveMany(2)
  const { data: charge } = await shop.admin.ok('POST /api/charges', {
    body: { name: `Empaque ${newMark()}`, kind: 'free' },
  })
  const charges = [{ chargeId: charge.id, packageId: packages[0]?.id ?? '', amount: 20, currencyId: shop.nio }]
  return shop.invoiceBodyOf(packages, {
    shipping,
    payments,
    change,
    ...discount,
    cashSessionId: null,
    changeReason: 'Así lo pidió el cliente',
    charges,
    waivedCharges: [],
    expectedTotal: null,
  })
}

export const statusBody = () => ({ name: `Estado ${newMark()}`, isFinalStatus: false, role: null })

let codes = 0

/** A code that no currency of the run has, from QAA on. */
function nextCode(): string {
  const number = codes++
  const digits = [16 + Math.floor(number / 676), Math.floor(number / 26) % 26, number % 26]
  return digits.map((digit) => String.fromCharCode(65 + digit)).join('')
}

export const currencyBody = () => ({
  code: nextCode(),
  name: 'Quetzal',
  symbol: 'Q',
  rateCompra: 7.75,
  rateVenta: 7.5,
  isDefault: false,
  cashStep: 0.5,
})

export const cashDrawerBody = () => ({ name: `Caja ${newMark()}`, isActive: true })

export const chargeBody = (shop: Shop) => ({
  name: `Cargo ${newMark()}`,
  kind: 'percent_of_value' as const,
  price: 2,
  minimum: 2.5,
  isPerHundred: false,
  isAutomatic: true,
  shippingMethod: 'aereo' as const,
  tariffIds: [shop.air.id],
  valueFrom: 50,
  asksReason: true,
  storage: { freeDays: 7, isPerPound: false, maximum: 15, noticeDays: 2 },
  isActive: true,
})

export const shippingMethodBody = () => ({ name: `Envío ${newMark()}`, isActive: true, isDefault: false })

export const quickReplyBody = () => ({
  name: 'Saludo',
  shortWord: newMark().slice(-20),
  content: 'Hola {{nombre_corto}}, le saluda {{nombre_empresa}}.',
  orderPosition: 3,
  isActive: true,
})

export const companyBody = () => ({
  name: `Empresa ${newMark()}`,
  ruc: 'J0310000000001',
  address: 'De la rotonda 2c al sur',
  phone: '2255 0000',
  email: 'oficina@correo.test',
})

export const newUserBody = () => ({
  firstName: 'Rosa',
  lastName: 'Peña',
  email: `${newMark()}@correo.test`,
  phone: null,
  cedula: '001-010190-0001A',
  seesMoneyReports: true,
  denials: ['imports' as const],
  discountLimit: 10,
  type: 'viewer' as const,
  password: samplePassword,
})

export const listViewBody = () => ({
  list: 'packages' as const,
  name: `Vista ${newMark()}`,
  query: 'invoiced=false',
  isShared: false,
})
