import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { address: string; close(): Promise<void> }

/**
 * Uses its own port, which no proxy forwards. Rejects if it is in use.
 * @param listen TCP port, 0 for a free one, and the address to listen on
 */
export async function serveMetrics(metrics: Metrics, listen: { port: number; host: string }): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new Error(`The metrics cannot be served on METRICS_PORT ${listen.port}: ${message}.`)),
    )
    server.listen(listen.port, listen.host, resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : listen.port
  return {
    address: `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
