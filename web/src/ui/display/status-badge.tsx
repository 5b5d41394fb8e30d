import { Check } from 'lucide-react'
import { Badge, type Tone } from './badge.tsx'

export type StageStatus = { name: string; isFinalStatus: boolean; orderPosition: number }

type StatusBadgeProps = {
  status: StageStatus | null
  last: number
  fallback: string
}

const stageTones: readonly Tone[] = ['grey', 'blue', 'yellow', 'purple']

/**
 * Grey without a status, green for the last one, else blue, yellow and purple for the first three. The glyph shows the same without colour.
 */
export function StatusBadge({ status, last, fallback }: StatusBadgeProps) {
  if (status === null) {
    return (
      <Badge tone="grey" icon={<Ring dashed />}>
        {fallback}
      </Badge>
    )
  }
  if (status.isFinalStatus) {
    return (
      <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
        {status.name}
      </Badge>
    )
  }
  return (
    <Badge
      tone={stageTones[status.orderPosition] ?? 'grey'}
      icon={<Pie share={status.orderPosition / Math.max(last, 1)} />}
    >
      {status.name}
    </Badge>
  )
}

function Ring({ dashed }: { dashed?: boolean }) {
  return (
    <svg
      width="11"
      height="11"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <circle cx="6" cy="6" r="5" strokeDasharray={dashed ? '2.1 2' : undefined} />
    </svg>
  )
}

/** A circle whose stroke is as wide as its radius looks like a filled sector. */
function Pie({ share }: { share: number }) {
  const around = 2 * Math.PI * 1.75
  const filled = Math.min(Math.max(share, 0), 1) * around
  return (
    <svg width="11" height="11" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="6" cy="6" r="5" strokeWidth="1.4" />
      <circle
        cx="6"
        cy="6"
        r="1.75"
        strokeWidth="3.5"
        strokeDasharray={`${filled} ${around}`}
        transform="rotate(-90 6 6)"
      />
    </svg>
  )
}
