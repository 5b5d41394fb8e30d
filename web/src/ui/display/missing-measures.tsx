import { Ruler } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Warns that measuring the package may change its price. */
export function MissingMeasures({ className }: { className?: string }) {
  return (
    <span className={className}>
      <Badge tone="yellow" icon={<Ruler size={12} aria-hidden="true" />}>
        Falta medir
      </Badge>
    </span>
  )
}
