/** A message of PostgreSQL's protocol; the first one of a connection has no type. */
type Message = { type: string; body: Buffer; whole: Buffer }

/** Creates a function that cuts incoming chunks into whole messages. */
function createCutter(startsUntyped: boolean): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = startsUntyped
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = untyped ? 0 : 1
      if (rest.length < head + 4) return messages
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return messages
      const whole = rest.subarray(0, length)
      messages.push({ type: untyped ? '' : String.fromCharCode(whole[0] ?? 0), body: whole.subarray(head + 4), whole })
      rest = rest.subarray(length)
      untyped = false
    }
  }
}

/** A piece of a connection's traffic: the bytes to pass on, and the statement that they begin or end. */
export type Piece = { bytes: Buffer; statement?: string; backendPid?: number }

const textAt = (body: Buffer, from: number): [string, number] => {
  const end = body.indexOf(0, from)
  return [body.toString('utf8', from, end), end + 1]
}

/**
 * Follows a connection's statements, named ones included: `asked` parses the server's bytes and names the statements that it
 * sends for execution, `answered` parses PostgreSQL's bytes and names the statements that it completed.
 */
export function followStatements(): { asked(chunk: Buffer): Piece[]; answered(chunk: Buffer): Piece[] } {
  const [cutAsked, cutAnswered] = [createCutter(true), createCutter(false)]
  const named = new Map<string, string>()
  const sync = Symbol('sync')
  let portal = ''
  const pending: (string | typeof sync)[] = []
  return {
    asked: (chunk) =>
      cutAsked(chunk).map(({ type, body, whole }) => {
        if (type === 'P') {
          const [name, next] = textAt(body, 0)
          named.set(name, textAt(body, next)[0])
        } else if (type === 'B') {
          const [, next] = textAt(body, 0)
          portal = named.get(textAt(body, next)[0]) ?? ''
        } else if (type === 'E') {
          pending.push(portal)
          return { bytes: whole, statement: portal }
        } else if (type === 'Q') {
          const [text] = textAt(body, 0)
          pending.push(text, sync)
          return { bytes: whole, statement: text }
        } else if (type === 'S') pending.push(sync)
        return { bytes: whole }
      }),
    answered: (chunk) =>
      cutAnswered(chunk).map(({ type, body, whole }) => {
        if (type === 'K') return { bytes: whole, backendPid: body.readInt32BE(0) }
        if (type === 'C' || type === 'I' || type === 's') {
          const statement = typeof pending[0] === 'string' ? pending.shift() : undefined
          return typeof statement === 'string' ? { bytes: whole, statement } : { bytes: whole }
        }
        // Statements that an error skipped end with their sync.
        if (type === 'Z') pending.splice(0, pending.indexOf(sync) + 1)
        return { bytes: whole }
      }),
  }
}
