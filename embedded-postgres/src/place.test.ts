import { chmodSync, chownSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { findPostgresBinaries } from './binaries.ts'
import { choosePlace, findDatabaseHome, type Place } from './place.ts'

const isRoot = process.getuid?.() === 0
const systemFolder = makeFolder()
const lines: string[] = []

let folder: string

beforeEach(() => {
  folder = makeFolder()
})

function choose(dataDir: string): Place {
  lines.length = 0
  return choosePlace({ systemUser: 'nobody', systemFolder }, dataDir, findPostgresBinaries(), (line) =>
    lines.push(line),
  )
}

test('the embedded database lives in the data folder, which is made when missing', () => {
  const place = choose(join(folder, 'new/data'))
  expect(place.home).toBe(join(folder, 'new/data'))
  expect(lines).toEqual([])
})

test.runIf(isRoot)('a user of its own runs the embedded database under root: its owner, once there is one', () => {
  const first = choose(folder)
  expect(first.user?.uid).toBeGreaterThan(0)
  expect(first.user?.name).toBe('nobody')
  mkdirSync(first.cluster)
  chownSync(first.cluster, 12_345, 12_346)
  expect(choose(folder).user).toEqual({ name: '12345', uid: 12_345, gid: 12_346 })
})

test.runIf(isRoot)(
  'the embedded database of root in an unreachable folder lives elsewhere, at the same place at every start, and the start says so',
  () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const place = choose(dataDir)
    expect(dirname(place.home)).toBe(systemFolder)
    expect(lines).toEqual([expect.stringContaining(`The database is in ${place.home}`)])
    expect(choose(dataDir)).toEqual(place)
    // Neither opening nor moving the data folder may swap the database for an empty one.
    chmodSync(closed, 0o755)
    expect(choose(dataDir)).toEqual(place)
    renameSync(dataDir, join(folder, 'moved'))
    expect(choose(join(folder, 'moved')).home).toBe(place.home)
    rmSync(place.home, { recursive: true })
    expect(() => choose(join(folder, 'moved'))).toThrow(`was in ${place.home}, which is no longer there`)
  },
)

test.runIf(isRoot)('a database that became unreachable is named, never replaced', () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o755)
  const dataDir = join(closed, 'data')
  mkdirSync(choose(dataDir).cluster)
  chmodSync(closed, 0o700)
  expect(() => choose(dataDir)).toThrow(/cannot reach .*closed\/data\.$/)
  expect(findDatabaseHome(dataDir, systemFolder)).toBe(dataDir)
})
