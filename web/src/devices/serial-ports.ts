/** A Web Serial port, which TypeScript's browser types lack. */
export type SerialPort = {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array> | null
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number; dataBits?: 7 | 8; parity?: 'none' | 'even' }): Promise<void>
  close(): Promise<void>
  forget?(): Promise<void>
}

type Serial = EventTarget & { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> }

export type PortUse = 'scale' | 'printer'

/** Undefined in Firefox, in Safari and on phones. */
export const serialPorts = (): Serial | undefined => Reflect.get(navigator, 'serial')

export const portSpeeds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const

const nameKey = (use: PortUse) => `port-${use}`
const buildName = (port: SerialPort): string => {
  const { usbVendorId = '', usbProductId = '' } = port.getInfo()
  return `${usbVendorId}:${usbProductId}`
}

// Two adapters of one make have the same name, so a choice holds only until a reload.
const chosen = new Map<PortUse, SerialPort>()

export const hasPort = (use: PortUse): boolean => localStorage.getItem(nameKey(use)) !== null

/** Computers whose browser has no serial ports are told so; phones are not. */
export const mayHaveScale = (): boolean =>
  serialPorts() !== undefined || hasPort('scale') || !matchMedia('(pointer: coarse)').matches

/** Returns false if the user chose none. The browser asks only after a press of a button. */
export async function choosePort(use: PortUse): Promise<boolean> {
  const port = await serialPorts()
    ?.requestPort()
    .catch(() => undefined)
  if (port === undefined) return false
  chosen.set(use, port)
  localStorage.setItem(nameKey(use), buildName(port))
  return true
}

export async function findPort(use: PortUse): Promise<SerialPort | undefined> {
  const ports =
    (await serialPorts()
      ?.getPorts()
      .catch(() => undefined)) ?? []
  const own = chosen.get(use)
  if (own !== undefined && ports.includes(own)) return own
  const others = [...chosen].flatMap(([other, port]) => (other === use ? [] : [port]))
  const found = ports.find((port) => buildName(port) === localStorage.getItem(nameKey(use)) && !others.includes(port))
  if (found !== undefined) chosen.set(use, found)
  return found
}

export function forgetPort(use: PortUse): void {
  localStorage.removeItem(nameKey(use))
  chosen.delete(use)
}
