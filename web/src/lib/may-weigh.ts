import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMay } from './session.ts'

/**
 * Says whether the user may change the weight and the measures of a package; those of one that has no weight yet are its reception.
 * docs/product/permissions.md, "Permissions".
 */
export function useMayWeigh(): (courierPackage: Pick<CourierPackage, 'weight'> | undefined) => boolean {
  const may = useMay()
  return (courierPackage) => (courierPackage?.weight ?? null) === null || may('weights.change')
}
