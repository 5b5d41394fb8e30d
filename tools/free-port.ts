import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Finds a port of this machine that is free now. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on TCP has no other kind of address.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
