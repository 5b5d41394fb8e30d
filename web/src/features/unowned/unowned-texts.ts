import type { OwnerCandidate, UnownedPackage } from '@casillero/shared/contract/unowned'
import type { Carrier } from '@casillero/shared/domain/carrier-number'
import { readTracking } from '@casillero/shared/domain/tracking-code'

const carriers: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  amazon: 'Amazon',
  ontrac: 'OnTrac',
  lasership: 'LaserShip',
}

export const formatNumber = ({ companyPackageId }: UnownedPackage): string => `#${companyPackageId}`

export const formatName = (row: UnownedPackage): string => `paquete ${formatNumber(row)}`

export const formatLabel = ({ clientPackageName }: UnownedPackage): string =>
  clientPackageName ?? 'Sin nombre en la etiqueta'

export const trackingText = ({ tracking, warehouseTracking }: UnownedPackage): string =>
  tracking ?? `Bodega ${warehouseTracking}`

export function carrierName({ tracking }: UnownedPackage): string | undefined {
  const carrier = tracking === null ? null : readTracking(tracking).carrier
  return carrier === null ? undefined : carriers[carrier]
}

export function formatReason({ found, isAnnounced }: OwnerCandidate): string {
  if (isAnnounced) return 'Avisó este tracking'
  return found === null ? 'Nombre parecido' : `La etiqueta dice ${found}`
}
