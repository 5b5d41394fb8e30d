import { Ruler } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Its price may change once the package is measured. */
export function MissingMeasures({ className }: { className?: string }) {
  return (
    <span className={className}>
      <Badge tone="yellow" icon={<Ruler size={12} aria-hidden="true" />}>
        Falta medir
      </Badge>
    </span>
  )
}
