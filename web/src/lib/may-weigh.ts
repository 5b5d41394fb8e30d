import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMay } from './session.ts'

/** Those of a package without a weight are its reception. docs/product/permissions.md, "Permissions". */
export function useMayWeigh(): (courierPackage: Pick<CourierPackage, 'weight'> | undefined) => boolean {
  const may = useMay()
  return (courierPackage) => (courierPackage?.weight ?? null) === null || may('weights.change')
}
