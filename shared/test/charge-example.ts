import type { Charge } from '../src/contract/charges.ts'

/** A charge that applies by itself to every package. */
export const handling: Charge = {
  id: 'handling',
  name: 'Manejo',
  kind: 'per_package',
  price: 1.5,
  minimum: null,
  isPerHundred: false,
  isAutomatic: true,
  shippingMethod: null,
  tariffIds: [],
  valueFrom: null,
  asksReason: false,
  storage: null,
  isActive: true,
  version: 1,
}
