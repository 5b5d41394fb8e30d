import type { CourierPackage } from '@casillero/shared/contract/packages'
import { Link } from 'react-router'

/** Renders nothing for a package without a shipment. */
export function ShipmentLink({ courierPackage: { shipment } }: { courierPackage: Pick<CourierPackage, 'shipment'> }) {
  if (!shipment) return null
  return (
    <Link
      to={`/embarques/${shipment.id}`}
      className="inline-flex min-h-6 items-center underline pointer-coarse:min-h-11"
    >
      {`Embarque #${shipment.companyShipmentId}`}
    </Link>
  )
}
