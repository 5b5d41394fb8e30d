import { Check } from 'lucide-react'

export function PaymentText({ isInvoiced }: { isInvoiced: boolean }) {
  if (!isInvoiced) return <span className="whitespace-nowrap text-help text-muted">Sin Facturar</span>
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-green-text text-help">
      <Check size={14} aria-hidden="true" />
      Facturado
    </span>
  )
}
