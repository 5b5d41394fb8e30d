import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'

/** Opens an address that the server has no reason to visit, and records every address that this process visits. */
export async function openLure() {
  const visits: string[] = []
  const lure = createServer((request, answer) => {
    visits.push(`the lure: ${request.method} ${request.url}`)
    answer.end()
  })
  await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve))
  const address = lure.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const names = new Set<string>()
  const ports = new Set<number>()
  const note = (message: unknown) => {
    const { socket }: { socket?: Socket } = Object(message)
    socket?.on('lookup', (_error, _address, _family, host) => names.add(host))
    socket?.on('connect', () => ports.add(socket.remotePort ?? 0))
  }
  subscribe('net.client.socket', note)
  return {
    port,
    visits,
    names,
    ports,
    async close() {
      unsubscribe('net.client.socket', note)
      lure.closeAllConnections()
      await new Promise((resolve) => lure.close(resolve))
    },
  }
}

export type Lure = Awaited<ReturnType<typeof openLure>>

/** Texts with the address of a lure. */
export const listBaits = (port: number): string[] => [
  `http://127.0.0.1:${port}/a.png`,
  `//127.0.0.1:${port}/a`,
  `<img src="http://[::ffff:7f00:1]:${port}/">`,
  'file:///etc/passwd',
  `http://lure.invalid:${port}/`,
]
