import type { IncomingMessage } from 'node:http'

const bodyMs = 10_000
/** Milliseconds. 10 MiB at 140 kbit/s; Node ends what takes longer. */
export const longestRequestMs = 10 * 60_000

type Watch = { end: () => void; stop: () => void }
const watches = new WeakMap<IncomingMessage, Watch>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends after ten seconds, unless `allowSlowBody` extends it. */
export function watchBody(request: IncomingMessage, end: () => void): void {
  if (!hasBody(request)) return
  const timer = setTimeout(end, bodyMs)
  const stop = () => watches.get(request)?.stop()
  watches.set(request, { end, stop: () => clearTimeout(timer) })
  request.once('end', stop)
  request.once('close', stop)
}

/** Allows any time without ten seconds of silence; for files of callers who may send them. */
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
