import type { Api } from '@casillero/shared/contract/api'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { businessDate } from '@casillero/shared/domain/business-date'
import { initialStatus } from '@casillero/shared/domain/package-choice'
import { createFields, type WholeForm } from '../../../ui/forms/form-fields.tsx'
import type { PackageChoices } from '../package-choices.ts'
import { type PackageClient, tariffAfterChange } from './package-tariff.ts'

export type PackageFields = Omit<Api['POST /api/packages']['body'], 'labelCode' | 'shipmentId' | 'weightSource'>

export const Fields = createFields<PackageFields>()

export const newPackage = (
  { statuses, tariffs }: PackageChoices,
  client: PackageClient | null = null,
): PackageFields => ({
  clientId: client?.id ?? '',
  shippingMethod: 'maritimo',
  tracking: '',
  warehouseTracking: '',
  weight: null,
  length: null,
  width: null,
  height: null,
  declaredValue: null,
  provider: '',
  clientPackageName: '',
  description: '',
  contents: '',
  tariffId: tariffAfterChange(undefined, tariffs, {
    shippingMethod: 'maritimo',
    client,
    today: businessDate(new Date()),
  }),
  discountType: 'none',
  discountValue: null,
  statusId: initialStatus(statuses)?.id ?? '',
  shouldNotifyStorage: true,
  comments: '',
})

/** Keeps what usually repeats, and the client if pinned. */
export function packageAfter(
  fields: PackageFields,
  choices: PackageChoices,
  { client, isPinned }: { client: PackageClient | null; isPinned: boolean },
): PackageFields {
  const { shippingMethod, tariffId, statusId, provider, shouldNotifyStorage } = fields
  const next = isPinned ? client : null
  const automatic = (owner: PackageClient | null) =>
    tariffAfterChange(undefined, choices.tariffs, { shippingMethod, client: owner, today: businessDate(new Date()) })
  return {
    ...newPackage(choices),
    shippingMethod,
    statusId,
    provider,
    shouldNotifyStorage,
    clientId: next?.id ?? '',
    // A price agreed with one client is not kept for the next.
    tariffId: tariffId === automatic(client) ? automatic(next) : tariffId,
  }
}

export const fieldsOfPackage = (courierPackage: CourierPackage): WholeForm<PackageFields> => ({
  clientId: courierPackage.clientId ?? '',
  shippingMethod: courierPackage.shippingMethod,
  tracking: courierPackage.tracking ?? '',
  warehouseTracking: courierPackage.warehouseTracking ?? '',
  weight: courierPackage.weight,
  length: courierPackage.length,
  width: courierPackage.width,
  height: courierPackage.height,
  declaredValue: courierPackage.declaredValue,
  provider: courierPackage.provider ?? '',
  clientPackageName: courierPackage.clientPackageName ?? '',
  description: courierPackage.description ?? '',
  contents: courierPackage.contents ?? '',
  tariffId: courierPackage.tariffId ?? '',
  discountType: courierPackage.discountType,
  discountValue: courierPackage.discountType === 'none' ? null : courierPackage.discountValue,
  statusId: courierPackage.statusId ?? '',
  shouldNotifyStorage: courierPackage.shouldNotifyStorage,
  comments: courierPackage.comments ?? '',
  version: courierPackage.version,
})
