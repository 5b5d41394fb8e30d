import { Badge } from '../../ui/display/badge.tsx'
import { invoiceDetailLabel, invoiceLabel } from './invoice-texts.ts'

type InvoiceBadgeProps = { status: string; isDetail?: boolean }

export function InvoiceBadge({ status, isDetail = false }: InvoiceBadgeProps) {
  const { label, tone } = isDetail ? invoiceDetailLabel(status) : invoiceLabel(status)
  return <Badge tone={tone}>{label}</Badge>
}
