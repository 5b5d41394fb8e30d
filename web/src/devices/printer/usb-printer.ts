import { type PrinterLine, PrinterProblem, sentences } from './printer-problem.ts'

type Endpoint = { endpointNumber: number; direction: 'in' | 'out'; type: string }
type Alternate = { alternateSetting: number; interfaceClass: number; endpoints: Endpoint[] }
type Configuration = { interfaces: { interfaceNumber: number; alternates: Alternate[] }[] }

type UsbDevice = {
  vendorId: number
  productId: number
  serialNumber?: string | null
  productName?: string | null
  configuration: Configuration | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  selectAlternateInterface(number: number, alternate: number): Promise<void>
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<{ status: string }>
}

type Usb = {
  getDevices(): Promise<UsbDevice[]>
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
}

export const usbDevices = (): Usb | undefined => Reflect.get(navigator, 'usb')

const printerClass = 7
const key = 'label-printer-usb'
const limitMs = 10_000

const buildName = ({ vendorId, productId, serialNumber }: UsbDevice) => `${vendorId}:${productId}:${serialNumber ?? ''}`

export const hasUsbPrinter = (): boolean => localStorage.getItem(key) !== null

/** Returns false if the user chose none. The browser asks only after a press of a button. */
export async function chooseUsbPrinter(): Promise<boolean> {
  const device = await usbDevices()
    ?.requestDevice({ filters: [{ classCode: printerClass }] })
    .catch(() => undefined)
  if (device === undefined) return false
  localStorage.setItem(key, buildName(device))
  return true
}

/** Finds the endpoint that takes data. */
function findDoor(configuration: Configuration | null) {
  for (const { interfaceNumber, alternates } of configuration?.interfaces ?? [])
    for (const { alternateSetting, interfaceClass, endpoints } of alternates) {
      const endpoint = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
      if (interfaceClass === printerClass && endpoint)
        return { interfaceNumber, alternateSetting, endpointNumber: endpoint.endpointNumber }
    }
  return undefined
}

async function claim(device: UsbDevice): Promise<number> {
  await device.open()
  if (device.configuration === null) await device.selectConfiguration(1)
  const door = findDoor(device.configuration)
  if (door === undefined) throw new Error('The device is no printer')
  await device.claimInterface(door.interfaceNumber)
  if (door.alternateSetting > 0) await device.selectAlternateInterface(door.interfaceNumber, door.alternateSetting)
  return door.endpointNumber
}

/** Throws a `PrinterProblem`. docs/product/devices.md, "Label printer". */
export async function openUsbPrinter(): Promise<PrinterLine> {
  const usb = usbDevices()
  if (usb === undefined) throw new PrinterProblem(sentences.noUsb)
  if (!hasUsbPrinter()) throw new PrinterProblem(sentences.unchosen)
  const devices = await usb.getDevices().catch(() => [])
  const device = devices.find((one) => buildName(one) === localStorage.getItem(key))
  if (device === undefined) throw new PrinterProblem(sentences.absent)
  const close = () => device.close().catch(() => undefined)
  const endpoint = await claim(device).catch(async () => {
    await close()
    throw new PrinterProblem(sentences.busy)
  })
  return {
    async write(bytes) {
      const { status } = await device.transferOut(endpoint, bytes)
      if (status !== 'ok') throw new PrinterProblem(sentences.silent)
    },
    limitOf: () => limitMs,
    close,
  }
}
