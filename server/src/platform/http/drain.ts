import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'

const quietTurnMs = 0.5
const maxAcceptMs = 1_000

/**
 * Open connections get `connection: close` with their next answer. Idle ones are left to the proxy, which may be sending over one just now.
 * @param maxWaitMs resolves by then, also when connections are still open
 */
export async function drain(server: HttpServer, maxWaitMs: number): Promise<void> {
  await acceptPending(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs)
    // The HTTP server's `close` would close idle connections first; the TCP server's does not.
    Server.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
    // Set after closing: a client that reads `connection: close` reconnects, and must not find this server listening.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  })
}

/**
 * When listening stops, the system resets connections in the backlog. Each turn of the event loop accepts one: after a short turn without
 * any, the backlog is almost surely empty.
 */
async function acceptPending(server: HttpServer): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  const deadline = performance.now() + maxAcceptMs
  // The turn that delivered the signal may have polled long before, so it does not count.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline; ) {
    const [from, before] = [performance.now(), accepted]
    await nextTurn()
    isQuiet = accepted === before && performance.now() - from < quietTurnMs
  }
  server.off('connection', count)
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
