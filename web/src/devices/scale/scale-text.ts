import type { ScaleState } from './use-scale.ts'

const phases: Record<Exclude<ScaleState['phase'], 'reading'>, string> = {
  unsupported: 'Este navegador no lee balanzas; use Chrome o Edge en una computadora',
  unchosen: 'Elija la balanza de este dispositivo',
  absent: 'La balanza no está conectada',
  busy: 'Otra pestaña u otro programa usa la balanza',
  opening: 'Abriendo la balanza...',
  silent: 'La balanza no responde',
}

export const poundsText = (pounds: number): string => `${pounds.toFixed(2)} lbs`

export function scaleText(scale: ScaleState): string {
  if (scale.phase !== 'reading') return phases[scale.phase]
  const { reading } = scale
  if (reading.state === 'stable') return poundsText(reading.pounds)
  if (reading.state === 'empty') return 'Balanza vacía'
  if (reading.state === 'moving') return 'Balanza en movimiento'
  return reading.state === 'negative' ? 'La balanza marca menos de cero' : 'La balanza marca de más'
}

export const isScaleLost = ({ phase }: ScaleState): boolean => phase !== 'reading' && phase !== 'opening'
