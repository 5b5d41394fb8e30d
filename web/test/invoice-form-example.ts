import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { CourierPackage } from '@casillero/shared/contract/packages'

const currency = (
  code: string,
  symbol: string,
  rateCompra: number,
  rateVenta: number,
  isDefault: boolean,
): Currency => ({
  id: code,
  code,
  name: code,
  symbol,
  rateCompra,
  rateVenta,
  isDefault,
  cashStep: 1,
  formattedRates: { compra: '', venta: '', spread: '' },
  version: 1,
})
export const usd = currency('USD', 'US$', 1, 1, true)
export const nio = currency('NIO', 'C$', 36.8, 36.4, false)
export const currencies = [nio, usd]
export const method = { id: 'moto', name: 'Motorizado', isActive: true, isDefault: true, version: 1 }

export const ana: Client = {
  id: 'ana',
  casillero: 'TRE0031',
  firstName: 'Ana',
  middleName: null,
  lastNames: 'Núñez',
  phone: '50586904417',
  email: null,
  address: null,
  city: null,
  department: null,
  cedula: null,
  creditLimit: null,
  defaultTariffMaritimoId: null,
  defaultTariffAereoId: null,
  messagesAllowed: true,
  optOutText: null,
  formerCasilleros: [],
  createdAt: '2026-11-20T16:42:00.000Z',
  version: 1,
}

/** A package that is ready and can be invoiced. */
export const readyPackage = (id: string, values: Partial<CourierPackage> = {}): CourierPackage => ({
  id,
  companyPackageId: 1,
  clientId: 'ana',
  client: null,
  tariffId: 'aereo',
  tariff: null,
  statusId: 'ready',
  status: null,
  statusSince: '2026-11-20T16:42:00.000Z',
  shippingMethod: 'aereo',
  tracking: id,
  typedTracking: null,
  typedWarehouseTracking: null,
  sharesTracking: false,
  labelCode: '7K3M9QX0',
  warehouseTracking: null,
  weight: 3.33,
  length: null,
  width: null,
  height: null,
  declaredValue: null,
  priceRules: null,
  chargedQuantity: null,
  chargedPrice: null,
  description: null,
  contents: null,
  provider: null,
  clientPackageName: null,
  comments: null,
  discountType: 'none',
  discountValue: 0,
  shouldNotifyStorage: true,
  pricePerPound: 3.75,
  finalPricePerPound: 3.75,
  totalPrice: 12.49,
  statusHistory: '[]',
  shipment: null,
  invoiceItems: [],
  createdAt: '2026-11-20T16:42:00.000Z',
  updatedAt: '2026-11-20T16:42:00.000Z',
  version: 1,
  ...values,
})
