import type { Page } from '@playwright/test'

/** A port of the fake browser: the numbers of its adapter, whether the user has let the page have it, and what hangs on it. */
export type FakePort = { vendor: number; granted?: boolean; scale?: { line: string; whenAsked?: boolean } }

/** What the fake keeps of a port, and what a test does to it. */
type PortControl = {
  line: string
  opened: object[]
  written: string
  isOpen: boolean
  isPlugged: boolean
  isBusy: boolean
  isStuck: boolean
  /** After so many bytes the cable is pulled. */
  cutAfter: number
}

/** What the fake keeps of the printer on USB. */
type UsbControl = {
  written: string
  isPlugged: boolean
  isBusy: boolean
  isStuck: boolean
  cutAfter: number
  steps: string[]
}

/** Puts ports of Web Serial into the page, which answer as Chromium's do; the user always chooses the first that is free. */
export async function fakePorts(page: Page, ports: readonly FakePort[]): Promise<void> {
  await page.addInitScript((given: readonly FakePort[]) => {
    const kept = 'fake ports'
    const failure = (name: string) => new DOMException('The fake refuses', name)
    const serial = new EventTarget()
    const granted = new Set<number>(JSON.parse(localStorage.getItem(kept) ?? '[]'))
    const open = ({ vendor, granted: isGranted, scale }: FakePort, index: number) => {
      const control: PortControl = {
        line: scale?.line ?? '',
        opened: [],
        written: '',
        isOpen: false,
        isPlugged: true,
        isBusy: false,
        isStuck: false,
        cutAfter: Number.POSITIVE_INFINITY,
      }
      if (isGranted) granted.add(index)
      let source: ReadableStreamDefaultController<Uint8Array> | undefined
      let timer: ReturnType<typeof setInterval> | undefined
      const send = (text: string) => {
        // A line comes in pieces, as from a real adapter.
        for (let at = 0; at < text.length; at += 4) source?.enqueue(new TextEncoder().encode(text.slice(at, at + 4)))
      }
      const lose = () => {
        control.isOpen = false
        port.readable = null
        port.writable = null
        source?.error(failure('NetworkError'))
        source = undefined
        clearInterval(timer)
      }
      const makeWritable = () =>
        new WritableStream<Uint8Array>({
          write(bytes) {
            if (control.isStuck) return new Promise<void>(() => undefined)
            const room = control.cutAfter - control.written.length
            control.written += new TextDecoder().decode(bytes.slice(0, Math.max(0, room)))
            if (bytes.length > room) {
              control.isPlugged = false
              lose()
              throw failure('NetworkError')
            }
            if (scale?.whenAsked && new TextDecoder().decode(bytes) === 'W\r') send(control.line)
          },
          close() {
            port.writable = control.isOpen ? makeWritable() : null
          },
        })
      const port: {
        readable: ReadableStream<Uint8Array> | null
        writable: WritableStream<Uint8Array> | null
        [name: string]: unknown
      } = {
        readable: null,
        writable: null,
        control,
        index,
        getInfo: () => ({ usbVendorId: vendor, usbProductId: 1 }),
        async open(options: object) {
          if (control.isOpen) throw failure('InvalidStateError')
          if (control.isBusy || !control.isPlugged) throw failure('NetworkError')
          control.isOpen = true
          control.opened.push(options)
          port.readable = new ReadableStream<Uint8Array>({
            start(controller) {
              source = controller
            },
          })
          port.writable = makeWritable()
          if (scale && !scale.whenAsked) timer = setInterval(() => send(control.line), 50)
        },
        async close() {
          control.isOpen = false
          clearInterval(timer)
          source = undefined
          port.readable = null
          port.writable = null
        },
        plug(isPlugged: boolean) {
          control.isPlugged = isPlugged
          if (!isPlugged) lose()
          serial.dispatchEvent(new Event(isPlugged ? 'connect' : 'disconnect'))
        },
      }
      return port
    }
    const all = given.map(open)
    Object.assign(serial, {
      getPorts: async () => all.filter((port, index) => granted.has(index) && Object(port.control).isPlugged),
      async requestPort() {
        const next = all.findIndex((_, index) => !granted.has(index))
        if (next < 0) throw failure('NotFoundError')
        granted.add(next)
        localStorage.setItem(kept, JSON.stringify([...granted]))
        return all[next]
      },
    })
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true })
    Reflect.set(globalThis, 'fakePorts', all)
  }, ports)
}

/** What stands on a port, and a way to change it. */
export const portOf = (page: Page, index = 0) => ({
  read: () => page.evaluate<PortControl, number>((at) => Reflect.get(globalThis, 'fakePorts')[at].control, index),
  change: (control: Partial<PortControl>) =>
    page.evaluate<void, [number, Partial<PortControl>]>(
      ([at, changed]) => void Object.assign(Reflect.get(globalThis, 'fakePorts')[at].control, changed),
      [index, control],
    ),
  plug: (isPlugged: boolean) =>
    page.evaluate<void, [number, boolean]>(
      ([at, isIn]) => Reflect.get(globalThis, 'fakePorts')[at].plug(isIn),
      [index, isPlugged],
    ),
})

/** Puts a label printer on USB into the page, as Chromium shows one: class 7, its data by a bulk endpoint. */
export async function fakeUsbPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = 'fake usb'
    const failure = (name: string) => new DOMException('The fake refuses', name)
    const control: UsbControl = {
      written: '',
      isPlugged: true,
      isBusy: false,
      isStuck: false,
      cutAfter: Number.POSITIVE_INFINITY,
      steps: [],
    }
    const endpoints = [
      { endpointNumber: 2, direction: 'in', type: 'bulk' },
      { endpointNumber: 1, direction: 'out', type: 'bulk' },
    ]
    const step = (name: string) => control.steps.push(name)
    const device: Record<string, unknown> = {
      vendorId: 0x0a5f,
      productId: 9,
      serialNumber: 'Z1',
      productName: 'ZD220',
      configuration: null,
      async open() {
        if (!control.isPlugged) throw failure('NotFoundError')
        step('open')
      },
      async close() {
        step('close')
      },
      async selectConfiguration() {
        step('configure')
        device.configuration = {
          interfaces: [{ interfaceNumber: 0, alternates: [{ alternateSetting: 0, interfaceClass: 7, endpoints }] }],
        }
      },
      async claimInterface() {
        if (control.isBusy) throw failure('NetworkError')
        step('claim')
      },
      async transferOut(endpoint: number, bytes: Uint8Array) {
        if (control.isStuck) return await new Promise(() => undefined)
        step(`write ${endpoint}`)
        const room = control.cutAfter - control.written.length
        control.written += new TextDecoder().decode(bytes.slice(0, Math.max(0, room)))
        if (bytes.length <= room) return { status: 'ok', bytesWritten: bytes.length }
        control.isPlugged = false
        throw failure('NetworkError')
      },
    }
    const usb = {
      getDevices: async () => (localStorage.getItem(kept) !== null && control.isPlugged ? [device] : []),
      async requestDevice() {
        localStorage.setItem(kept, 'yes')
        return device
      },
    }
    Object.defineProperty(navigator, 'usb', { value: usb, configurable: true })
    Reflect.set(globalThis, 'fakeUsb', control)
  })
}

export const usbOf = (page: Page) => ({
  read: () => page.evaluate<UsbControl>(() => Reflect.get(globalThis, 'fakeUsb')),
  change: (control: Partial<UsbControl>) =>
    page.evaluate<void, Partial<UsbControl>>(
      (changed) => void Object.assign(Reflect.get(globalThis, 'fakeUsb'), changed),
      control,
    ),
})
