import { portSpeeds } from '../serial-ports.ts'

export type ScaleSettings = {
  speed: number
  /** Eight bits without parity, or seven with an even one. */
  format: '8N1' | '7E1'
  /** True if it sends without pause, or when it is asked with `W`. */
  sends: 'always' | 'asked'
}

const key = 'scale'
const changed = 'scale-settings'
const first: ScaleSettings = { speed: 9600, format: '8N1', sends: 'always' }

function parse(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** The settings of this device; what it held before another version is not taken for one. */
export function readScaleSettings(): ScaleSettings {
  const { speed, format, sends } = parse(localStorage.getItem(key))
  return {
    speed: portSpeeds.find((one) => one === speed) ?? first.speed,
    format: format === '7E1' ? '7E1' : first.format,
    sends: sends === 'asked' ? 'asked' : first.sends,
  }
}

export function keepScaleSettings(settings: ScaleSettings): void {
  localStorage.setItem(key, JSON.stringify(settings))
  announceScale()
}

/** Tells this tab that another scale was chosen, or that it is spoken to in another way. */
export const announceScale = (): boolean => window.dispatchEvent(new Event(changed))

/** Calls when this tab changes them; another tab reads them anew when it is looked at. */
export function onScaleSettings(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}
