import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

type Received = { headers: IncomingHttpHeaders; body: string; path: string }

/** A receiver of webhooks on this machine, which keeps what it gets and answers as a test says. */
export type Receiver = {
  url: string
  received: Received[]
  /** The answer to each further call: a status, a redirect, or none at all. */
  behave(how: number | 'redirect' | 'hang' | 'reset'): void
  close(): Promise<void>
}

/** Starts one; each of its answers takes `slowMs`. */
export async function startReceiver({ slowMs = 0 } = {}): Promise<Receiver> {
  const received: Received[] = []
  let how: Parameters<Receiver['behave']>[0] = 204

  function answer(response: ServerResponse): void {
    if (how === 'hang') return
    if (how === 'reset') response.destroy()
    else if (how === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
    else response.writeHead(how).end()
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' })
      setTimeout(answer, slowMs, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${Reflect.get(Object(server.address()), 'port')}/avisos`,
    received,
    behave: (next) => {
      how = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
