import { connect, createServer, type Socket } from 'node:net'
import { followStatements, type Piece } from './statement-stream.ts'

/** A statement on its way to PostgreSQL, or its answer on the way back. */
export type Passage = { statement: string; phase: 'asked' | 'answered'; connection: Connection }

/** A connection between a server and PostgreSQL, with the faults that it can get. */
export type Connection = {
  /** PostgreSQL's process for it; 0 until it is known. */
  backendPid: number
  /** The statements of the open or last transaction. */
  transaction: string[]
  /** Resets both sides. */
  cut(): void
  /** Drops all further bytes, while both sides stay connected. */
  swallow(): void
}

/** The decision about a passage and all behind it: pass it, hold it, or pass it after so many milliseconds. */
type Verdict = 'pass' | 'hold' | number

export type PgProxy = {
  url: string
  connections: ReadonlySet<Connection>
  /** Sets the function that decides about every passage. */
  watch(decide: (passage: Passage) => Verdict): void
  close(): Promise<void>
}

/**
 * Starts a proxy between the servers and PostgreSQL, which parses their statements and can hold or cut a connection at any of
 * them.
 */
export async function startPgProxy(targetUrl: string): Promise<PgProxy> {
  const target = new URL(targetUrl)
  const connections = new Set<Connection>()
  let decide: (passage: Passage) => Verdict = () => 'pass'

  function join(near: Socket): void {
    const far = connect(Number(target.port), target.hostname)
    const statements = followStatements()
    let isSwallowed = false
    const connection: Connection = {
      backendPid: 0,
      transaction: [],
      cut() {
        near.resetAndDestroy()
        far.resetAndDestroy()
      },
      swallow() {
        isSwallowed = true
      },
    }
    connections.add(connection)
    const lead = (from: Socket, to: Socket, phase: Passage['phase'], read: (chunk: Buffer) => Piece[]) => {
      let queue: Buffer[] | undefined
      const pass = (bytes: Buffer) => {
        if (queue) queue.push(bytes)
        else if (!isSwallowed) to.write(bytes)
      }
      const release = () => {
        const bytes = Buffer.concat(queue ?? [])
        queue = undefined
        pass(bytes)
      }
      from.setNoDelay(true)
      from.on('data', (chunk) => {
        for (const { bytes, statement, backendPid } of read(chunk)) {
          connection.backendPid = backendPid ?? connection.backendPid
          if (statement !== undefined && phase === 'asked') {
            if (/^begin\b/i.test(statement)) connection.transaction = []
            connection.transaction.push(statement)
          }
          const verdict = statement === undefined ? 'pass' : decide({ statement, phase, connection })
          if (verdict !== 'pass') queue ??= []
          if (typeof verdict === 'number') setTimeout(release, verdict)
          pass(bytes)
        }
      })
      from.on('error', () => {})
      from.on('close', () => {
        connections.delete(connection)
        // The end of a swallowed connection is not passed on either.
        if (!isSwallowed) to.destroy()
      })
    }
    lead(near, far, 'asked', statements.asked)
    lead(far, near, 'answered', statements.answered)
  }

  const server = createServer(join)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(targetUrl)
  url.port = String(address && typeof address === 'object' ? address.port : 0)
  return {
    url: url.href,
    connections,
    watch(next) {
      decide = next
    },
    async close() {
      for (const connection of connections) connection.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A statement that makes an invoice. */
export const insertsInvoice = /^insert into "?invoices"?\b/i
