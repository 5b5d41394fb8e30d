import { chargeCatalogue } from './charges.ts'
import { currencyCatalogue } from './currencies.ts'
import { shippingMethodCatalogue } from './shipping-methods.ts'
import { statusCatalogue } from './statuses.ts'
import { tariffCatalogue } from './tariffs.ts'

/** Every catalogue, in the order of the menu: the contract has their calls from here, and the tests their rows. */
export const catalogues = [
  currencyCatalogue,
  shippingMethodCatalogue,
  tariffCatalogue,
  chargeCatalogue,
  statusCatalogue,
] as const
