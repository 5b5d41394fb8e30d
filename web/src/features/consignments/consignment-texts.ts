import type { ConsignedPackage, Consignment, ConsignmentState } from '@casillero/shared/contract/consignments'
import type { StageStatus } from '../../ui/display/status-badge.tsx'

export const countText = (count: number): string => (count === 1 ? '1 paquete' : `${count} paquetes`)

export const stages: Record<ConsignmentState, StageStatus> = {
  open: { name: 'Abierto', isFinalStatus: false, orderPosition: 1 },
  in_transit: { name: 'En tránsito', isFinalStatus: false, orderPosition: 2 },
  received: { name: 'Recibido', isFinalStatus: false, orderPosition: 3 },
  closed: { name: 'Cerrado', isFinalStatus: true, orderPosition: 4 },
}

export const formatName = ({ client }: Pick<ConsignedPackage, 'client'>): string =>
  client === null ? 'Sin cliente' : `${client.firstName} ${client.lastNames}`

/** `#1077 · TRE0207`. */
export const formatNumber = ({
  companyPackageId,
  client,
}: Pick<ConsignedPackage, 'companyPackageId' | 'client'>): string =>
  client === null ? `#${companyPackageId}` : `#${companyPackageId} · ${client.casillero}`

/** Formats pounds with two decimals and separators, for a column. */
export const poundsText = (pounds: number): string =>
  pounds.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type Scanned = Pick<Consignment, 'state' | 'seenCount' | 'extraCount'>

/** True before the first scan: packages are then still to come, not missing. */
export const isToCome = ({ state, seenCount, extraCount }: Scanned): boolean =>
  state === 'in_transit' && seenCount === 0 && extraCount === 0

/** docs/product/shipments.md, "The screens". */
export const unseenLabel = (scanned: Scanned): string => (isToCome(scanned) ? 'Por llegar' : 'Faltantes')
