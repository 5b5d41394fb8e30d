import { portSpeeds } from '../serial-ports.ts'

export type ScaleSettings = {
  speed: number
  /** Data bits, parity and stop bits: eight without parity, or seven with even parity. */
  format: '8N1' | '7E1'
  /** The scale sends continuously, or when asked with `W`. */
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

/** Ignores settings that another version stored. */
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

/** Tells only this tab; others read the settings when they become visible. */
export const announceScale = (): boolean => window.dispatchEvent(new Event(changed))

/** Notifies of changes in this tab. Another tab reads the settings when it becomes visible. */
export function onScaleSettings(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}
