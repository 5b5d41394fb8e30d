import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { plainRules } from '@casillero/shared/domain/tariff-rules'
import { describe, expect, it } from 'vitest'
import { findPrice, type PackageClient, tariffAfterChange, tariffOptions } from './package-tariff.ts'

const today = '2026-11-20'

const tariff = (id: string, values: Partial<Tariff>): Tariff => ({
  id,
  name: id,
  type: 'maritimo',
  pricePerPound: 3,
  ...plainRules,
  startDate: null,
  endDate: null,
  notes: null,
  isDefault: false,
  isActive: true,
  isPublic: false,
  version: 1,
  ...values,
})

const sea = tariff('sea', { isDefault: true })
const air = tariff('air', { type: 'aereo', isDefault: true, pricePerPound: 5.5 })
const preferred = tariff('preferred', { type: 'aereo', pricePerPound: 5 })
const expired = tariff('expired', { startDate: '2026-01-01', endDate: '2026-11-19' })
const tariffs = [sea, air, preferred, expired]

const ana: PackageClient = {
  id: 'ana',
  firstName: 'Ana',
  lastNames: 'Sequeira',
  casillero: 'TRE0207',
  phone: '50588123456',
  defaultTariffMaritimoId: null,
  defaultTariffAereoId: 'preferred',
}

const courierPackage: CourierPackage = {
  id: 'package',
  companyPackageId: 12,
  clientId: null,
  client: null,
  tariffId: 'expired',
  tariff: { id: 'expired', name: 'expired', type: 'maritimo', pricePerPound: 3 },
  statusId: null,
  status: null,
  statusSince: '2026-11-20T16:42:00.000Z',
  promise: null,
  shippingMethod: 'maritimo',
  tracking: 'TBA1',
  typedTracking: null,
  typedWarehouseTracking: null,
  sharesTracking: false,
  labelCode: '7K3M9QX0',
  warehouseTracking: null,
  weight: 2,
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
  pricePerPound: 2.75,
  finalPricePerPound: 2.75,
  totalPrice: 5.5,
  statusHistory: '[]',
  shipment: null,
  invoiceItems: [],
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  version: 1,
}

describe('the tariff after a change', () => {
  it("the tariff after a change is the client's own for the method, else the default of its type", () => {
    const after = (shippingMethod: 'maritimo' | 'aereo', client: PackageClient | null) =>
      tariffAfterChange(undefined, tariffs, { shippingMethod, client, today })
    expect(after('aereo', ana)).toBe('preferred')
    expect(after('aereo', null)).toBe('air')
    expect(after('maritimo', ana)).toBe('sea')
  })

  it('the tariff after a change is empty when nothing is offered', () => {
    expect(tariffAfterChange(undefined, [expired], { shippingMethod: 'maritimo', client: null, today })).toBe('')
  })

  it("the tariff after a change is the package's own again once method and client are", () => {
    expect(tariffAfterChange(courierPackage, tariffs, { shippingMethod: 'maritimo', client: null, today })).toBe(
      'expired',
    )
    expect(tariffAfterChange(courierPackage, tariffs, { shippingMethod: 'maritimo', client: ana, today })).toBe('sea')
    expect(tariffAfterChange(courierPackage, tariffs, { shippingMethod: 'aereo', client: null, today })).toBe('air')
  })

  it('the tariff after a change of client stays where it was chosen by hand, and is else that of the client', () => {
    const cheap = tariff('cheap', { type: 'aereo', pricePerPound: 4 })
    const after = (tariffId: string) =>
      tariffAfterChange({ ...courierPackage, shippingMethod: 'aereo', tariffId }, [...tariffs, cheap], {
        shippingMethod: 'aereo',
        client: ana,
        today,
      })
    expect([after('cheap'), after('air')]).toEqual(['cheap', 'preferred'])
  })
})

describe('the price of a pound', () => {
  it('the price of a pound is the kept one for the own tariff, and the current one for another', () => {
    expect(findPrice(courierPackage, tariffs, 'expired').pricePerPound).toBe(2.75)
    expect(findPrice(courierPackage, tariffs, 'sea').pricePerPound).toBe(3)
    expect(findPrice(undefined, tariffs, 'expired').pricePerPound).toBe(3)
    expect(findPrice(courierPackage, tariffs, '').pricePerPound).toBeNull()
  })
})

describe('the choices', () => {
  const names = (shippingMethod: 'maritimo' | 'aereo', of?: CourierPackage) =>
    tariffOptions(of, tariffs, { shippingMethod, today }).map(({ label }) => label)

  it('the choices of a tariff are those of the method that are offered today', () => {
    expect(names('maritimo')).toEqual(['Sin tarifa', 'sea · US$3.00/lb'])
    expect(names('aereo')).toEqual(['Sin tarifa', 'air · US$5.50/lb', 'preferred · US$5.00/lb'])
  })

  it("the choices of a tariff keep the package's own, with its price, only for its method", () => {
    expect(names('maritimo', courierPackage)).toEqual(['Sin tarifa', 'expired · US$2.75/lb', 'sea · US$3.00/lb'])
    expect(names('aereo', courierPackage)).not.toContain('expired · US$2.75/lb')
  })
})
