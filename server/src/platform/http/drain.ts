import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'

const quietTurnMs = 0.5
const longestWaitMs = 1_000

/**
 * Stops taking connections while those that are open end by themselves: each is answered once more, with the word that it was
 * the last time. A proxy may be sending over an idle one this very moment, and would have to report a failure if we closed it
 * first; so it is left to the proxy to close those that it does not use.
 *
 * @param patienceMs resolves by then, also when connections are still open
 */
export async function drain(server: HttpServer, patienceMs: number): Promise<void> {
  await untilAllAreTaken(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    // The close of HTTP's own server would close idle connections first.
    Server.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
    // Set only after the close: a client that is told to close reconnects, and must not find us still listening.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  })
}

/**
 * A connection that the system has made for us and that we have not taken yet is reset when we stop listening, with the request
 * that is in it. Each turn of the event loop takes one of them: after a turn that found none, and was too short for another to
 * come, there is hardly one left.
 */
async function untilAllAreTaken(server: HttpServer): Promise<void> {
  let taken = 0
  const count = () => {
    taken += 1
  }
  server.on('connection', count)
  const deadline = performance.now() + longestWaitMs
  // What is left of the turn that brought the signal says nothing: it may have looked for connections long ago.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline; ) {
    const [from, before] = [performance.now(), taken]
    await nextTurn()
    isQuiet = taken === before && performance.now() - from < quietTurnMs
  }
  server.off('connection', count)
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
