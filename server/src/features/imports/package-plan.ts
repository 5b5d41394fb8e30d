import type { PackageDraft } from '@casillero/shared/contract/packages'

/** The part of a package that a row gives: the fields of the form that are not empty. */
export type GivenPackage = Partial<
  Omit<PackageDraft, 'discountType' | 'discountValue' | 'shouldNotifyStorage' | 'version'>
>

/** The write of a row: a new package, received at that instant where the file says one, or the fields that change. */
export type PackagePlan = ({ draft: PackageDraft; receivedAt: string | null } | { given: GivenPackage }) & {
  /** The open shipment that it is put into. */
  shipmentId?: string
}
