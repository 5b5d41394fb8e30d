import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'

const quietTurnMs = 0.5
const maxAcceptMs = 1_000

/**
 * The next answer on each open connection says `connection: close`; idle ones are the proxy's to close, which may be sending over one at
 * this moment.
 * @param maxWaitMs resolves by then, also when connections are still open
 */
export async function drain(server: HttpServer, maxWaitMs: number): Promise<void> {
  await acceptPending(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs)
    // `close` of the HTTP server would close idle connections first; that of the TCP server does not.
    Server.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
    // Set only after the close: a client that reads `connection: close` reconnects, and must not find this server listening.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  })
}

/**
 * The system resets those left in its backlog when listening stops. Each turn of the event loop accepts one: after a short turn that
 * accepted none, the backlog is almost surely empty.
 */
async function acceptPending(server: HttpServer): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  const deadline = performance.now() + maxAcceptMs
  // The turn that delivered the signal does not count: it may have polled for connections long before.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline; ) {
    const [from, before] = [performance.now(), accepted]
    await nextTurn()
    isQuiet = accepted === before && performance.now() - from < quietTurnMs
  }
  server.off('connection', count)
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
