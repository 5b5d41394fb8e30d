import type { WeightSource } from '@casillero/shared/contract/packages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'

const sources: Record<WeightSource, string> = { scale: 'balanza', typed: 'a mano' }

type Taking = { weight: number | null; weightSource: WeightSource | null; userName: string; at: Date }

/** `3.20 lbs · balanza · Wilmer García · 22 nov 2026, 16:56`; what is unknown is left out. */
export const writePhotoFoot = ({ weight, weightSource, userName, at }: Taking): string =>
  [
    weight === null ? '' : formatWeight(weight),
    weight === null || weightSource === null ? '' : sources[weightSource],
    userName,
    formatDateTime(at),
  ]
    .filter((part) => part !== '')
    .join(' · ')
