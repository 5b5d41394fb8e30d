import { portSpeeds } from '../serial-ports.ts'

export type ScaleSettings = {
  speed: number
  /** Eight bits without parity, or seven with an even one. */
  format: '8N1' | '7E1'
  /** Without pause, or when asked with `W`. */
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

/** What another version left is not taken for settings. */
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

/** For this tab. */
export const announceScale = (): boolean => window.dispatchEvent(new Event(changed))

/** Another tab reads them anew when it is looked at. */
export function onScaleSettings(onChange: () => void): () => void {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}
