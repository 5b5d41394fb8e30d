import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { AppError } from '../errors.ts'
import type { Answer } from './statement-batch.ts'
import type { Tables } from './tables.ts'

/** A transaction confined to one company. */
export type Db = Kysely<Tables>

const driver = new DummyDriver()
const adapter = new PostgresAdapter()
// One compiler for all statements: it keeps no state, and making one costs more than compiling.
const compiler = new PostgresQueryCompiler()
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (within) => new PostgresIntrospector(within),
  createQueryCompiler: () => compiler,
}

/** Once closed it refuses, so that a late statement cannot run in another request's transaction. */
export function openHandle(
  send: (statement: { text: string; values: readonly unknown[] }) => Promise<Answer | undefined>,
): { db: Db; close: () => void } {
  let isOpen = true
  const connection: DatabaseConnection = {
    async executeQuery<R>({
      sql,
      parameters,
    }: {
      sql: string
      parameters: readonly unknown[]
    }): Promise<QueryResult<R>> {
      if (!isOpen)
        throw new AppError('internal', { cause: new Error('A statement came after its transaction had ended') })
      const answer = await send({ text: sql, values: parameters })
      // The statement's builder has typed the columns.
      const rows = (answer?.rows ?? []) as R[]
      const isChange = answer?.command !== 'SELECT' && typeof answer?.rowCount === 'number'
      return isChange ? { numAffectedRows: BigInt(answer.rowCount ?? 0), rows } : { rows }
    },
    streamQuery() {
      throw new Error('Streaming is not used')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) })
  return {
    db: new Kysely<Tables>({ config: { dialect }, dialect, driver, executor }),
    close: () => {
      isOpen = false
    },
  }
}
