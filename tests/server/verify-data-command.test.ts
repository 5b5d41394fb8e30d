import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { holding } from '../support/locks.ts'
import { isWholeRun } from '../support/sampling.ts'
import { cleanUp, connectTo, makeFolder, startOn } from '../support/server-process.ts'
import { openShop } from '../support/shop.ts'
import { createEmptyDatabase } from '../support/test-database.ts'
import { createWorld } from '../support/world.ts'

describe('the command', () => {
  afterEach(cleanUp)

  function run(variables: Record<string, string>): Promise<{ code: number; said: string }> {
    const program = join(import.meta.dirname, '../../server/src/commands/verify-data.ts')
    const env = { PATH: process.env.PATH ?? '', ...variables }
    return new Promise((resolve) => {
      execFile(process.execPath, [program], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
    })
  }

  if (isWholeRun)
    test('verify-data checks a running server with a company, then the same folder after a stop', async () => {
      const dataDir = makeFolder()
      expect(await run({ DATA_DIR: dataDir })).toEqual({
        code: 1,
        said: `There is no embedded database in ${dataDir}.\n`,
      })
      const server = await startOn(dataDir)
      const ask = (statement: string) =>
        withConnection(connectTo(dataDir).ownerUrl, (client) => client.query(statement))
      await ask("select open_company('Sur', 'sur', false)")
      expect(await run({ DATA_DIR: dataDir })).toMatchObject({ code: 0, said: expect.stringContaining('hold.') })
      await ask("update company_counters set last_number = last_number + 1 where kind = 'invoice'")
      const broken = {
        code: 1,
        said: expect.stringMatching(/WRONG {2}Invoices are numbered(.|\n)*1 of \d+ do not hold/),
      }
      expect(await run({ DATA_DIR: dataDir })).toMatchObject(broken)
      server.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      expect(await run({ DATA_DIR: dataDir })).toMatchObject(broken)
    })

  test('verify-data checks an external database in one snapshot, without waiting for a lock', async () => {
    const world = await createWorld()
    await openShop(world)
    const waiting: [string, unknown[]] = ['update company_counters set last_number = 5', []]
    await holding(world.owner, waiting, async (holder) => {
      expect(await run({ DATABASE_URL: world.ownerUrl })).toMatchObject({
        code: 0,
        said: expect.stringContaining('hold.'),
      })
      await holder.query('commit')
    })
    expect(await run({ DATABASE_URL: world.ownerUrl })).toMatchObject({
      code: 1,
      said: expect.stringContaining('the counter says 5; there are 0'),
    })
    await world.close()
  })

  test('verify-data says so where there are no tables of the product', async () => {
    const database = await createEmptyDatabase()
    expect(await run({ DATABASE_URL: database.ownerUrl })).toEqual({
      code: 1,
      said: 'This database has no tables of Casillero yet.\n',
    })
    await database.drop()
  })
})
