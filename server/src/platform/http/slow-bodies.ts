import type { IncomingMessage } from 'node:http'

const bodyMs = 10_000
/** 10 MiB over a line of 140 kbit/s; Node ends what takes longer. */
export const longestRequestMs = 10 * 60_000

type Watch = { end: () => void; stop: () => void }
const watches = new WeakMap<IncomingMessage, Watch>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** After ten seconds, unless `allowSlowBody` gives it more. */
export function watchBody(request: IncomingMessage, end: () => void): void {
  if (!hasBody(request)) return
  const timer = setTimeout(end, bodyMs)
  const stop = () => watches.get(request)?.stop()
  watches.set(request, { end, stop: () => clearTimeout(timer) })
  request.once('end', stop)
  request.once('close', stop)
}

/** As long as it does not fall silent for ten seconds; for files of callers who may send them. */
export function allowSlowBody(request: IncomingMessage): void {
  const watch = watches.get(request)
  if (!watch || request.complete) return
  watch.stop()
  let read = request.socket.bytesRead
  const timer = setInterval(() => {
    if (request.socket.bytesRead === read) watch.end()
    read = request.socket.bytesRead
  }, bodyMs)
  watches.set(request, { ...watch, stop: () => clearInterval(timer) })
}
