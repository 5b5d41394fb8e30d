import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMay } from './session.ts'

/** Receiving a package includes weighing one without a weight. docs/product/permissions.md, "Permissions". */
export function useMayWeigh(): (courierPackage: Pick<CourierPackage, 'weight'> | undefined) => boolean {
  const may = useMay()
  return (courierPackage) => (courierPackage?.weight ?? null) === null || may('weights.change')
}
