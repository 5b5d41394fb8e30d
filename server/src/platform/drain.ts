import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'

/**
 * Stops taking connections while those that are open end by themselves: each is answered once more, with the word that it was
 * the last time. A proxy may be sending over an idle one this very moment, and would have to report a failure if we closed it
 * first; so it is left to the proxy to close those that it does not use.
 *
 * @param patienceMs resolves by then, also when connections are still open
 */
export async function drain(server: HttpServer, patienceMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // Connections that the system has accepted for us already would be reset: right after the next look they are taken.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    // The close of HTTP's own server would close idle connections first.
    Server.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
