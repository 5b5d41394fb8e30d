import { describe, expect, test } from 'vitest'
import { automaticTariff, initialStatus, readyStatus } from './package-choice.ts'

const status = (name: string, orderPosition: number, role: string | null = null) => ({ name, orderPosition, role })

const seeded = [
  status('Entregado', 5),
  status('Listo para retirar', 4, 'ready'),
  status('En aduana', 3),
  status('En tránsito', 2),
  status('Recibido en bodega US', 1, 'warehouse_us'),
]

describe('a new package starts', () => {
  test('a new package starts in the American warehouse', () =>
    expect(initialStatus(seeded)?.name).toBe('Recibido en bodega US'))

  test('a new package starts in the status with the role, under any name', () => {
    expect(initialStatus([status('Bodega US vieja', 1), status('Miami', 2, 'warehouse_us')])?.name).toBe('Miami')
  })

  test('a new package starts in the first status by order whose name has both words, in any case, when none has the role', () => {
    const named = [
      status('BODEGA us 2', 7),
      status('US BODEGA', 3),
      status('Bodega Managua', 1),
      status('Llegó a US', 2),
    ]
    expect(initialStatus(named)?.name).toBe('US BODEGA')
  })

  test('a new package starts nowhere when no status fits', () =>
    expect(initialStatus([status('Bodega Managua', 1)])).toBeUndefined())
})

describe('a package is invoiced', () => {
  test('a package is invoiced when it is ready to be picked up', () =>
    expect(readyStatus(seeded)?.name).toBe('Listo para retirar'))

  test('a package is invoiced in the status with the role, under any name', () => {
    expect(readyStatus([status('Listo para retirar', 1), status('En mostrador', 2, 'ready')])?.name).toBe(
      'En mostrador',
    )
  })

  test('a package is invoiced in the status of that name when none has the role', () => {
    expect(readyStatus([status('Listo', 1), status(' LISTO para retirar', 2)])?.orderPosition).toBe(2)
  })

  test('a package is invoiced in no status when none fits', () =>
    expect(readyStatus([status('Listo', 1)])).toBeUndefined())
})

describe('the tariff of a package', () => {
  const today = '2026-11-20'
  const tariff = (id: string, type: string, rest = {}) => ({
    id,
    type,
    isDefault: false,
    isActive: true,
    startDate: null,
    endDate: null,
    ...rest,
  })
  const seaDefault = tariff('sea', 'maritimo', { isDefault: true })
  const airDefault = tariff('air', 'aereo', { isDefault: true })
  const seaOwn = tariff('sea-own', 'maritimo')
  const airOwn = tariff('air-own', 'aereo')
  const tariffs = [airOwn, seaOwn, airDefault, seaDefault]
  const client = { defaultTariffMaritimoId: 'sea-own', defaultTariffAereoId: 'air-own' }

  test("the tariff of a package is the client's own for the method", () => {
    expect(automaticTariff(tariffs, { shippingMethod: 'maritimo', client, today })?.id).toBe('sea-own')
    expect(automaticTariff(tariffs, { shippingMethod: 'aereo', client, today })?.id).toBe('air-own')
  })

  test("the tariff of a package is the company's default for the method when there is no client, or the client has none", () => {
    const without = { defaultTariffMaritimoId: null, defaultTariffAereoId: null }
    expect(automaticTariff(tariffs, { shippingMethod: 'maritimo', client: null, today })?.id).toBe('sea')
    expect(automaticTariff(tariffs, { shippingMethod: 'aereo', client: without, today })?.id).toBe('air')
  })

  test.each([
    ['inactive', { isActive: false }],
    ['expired', { startDate: '2026-01-01', endDate: '2026-11-19' }],
    ['not yet valid', { startDate: '2026-11-21', endDate: null }],
  ])("the tariff of a package passes over a client's tariff that is %s", (_, rest) => {
    const all = [{ ...seaOwn, ...rest }, seaDefault]
    expect(automaticTariff(all, { shippingMethod: 'maritimo', client, today })?.id).toBe('sea')
  })

  test('the tariff of a package passes over a default outside its dates, and then there is none', () => {
    const all = [airDefault, { ...seaDefault, startDate: '2026-01-01', endDate: '2026-11-19' }]
    expect(automaticTariff(all, { shippingMethod: 'maritimo', client: null, today })).toBeUndefined()
  })

  test("the tariff of a package is never one of another method, even as the client's own", () => {
    const crossed = { defaultTariffMaritimoId: 'air-own', defaultTariffAereoId: null }
    expect(automaticTariff(tariffs, { shippingMethod: 'maritimo', client: crossed, today })?.id).toBe('sea')
  })
})
