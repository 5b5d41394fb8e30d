import { Badge } from '../../ui/display/badge.tsx'
import { invoiceLabel } from './invoice-texts.ts'

export function InvoiceBadge({ status }: { status: string }) {
  const { label, tone } = invoiceLabel(status)
  return <Badge tone={tone}>{label}</Badge>
}
