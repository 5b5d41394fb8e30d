import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyPostgresBinaries, findPostgresBinaries, makeLibraryLinks } from './postgres-binaries.ts'
import { choosePostgresPlace, findDatabaseHome, type PostgresPlace } from './postgres-place.ts'

const isRoot = process.getuid?.() === 0

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'casillero-place-'))
  chmodSync(folder, 0o755)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the embedded database lives', () => {
  const lines: string[] = []

  function choose(dataDir: string): PostgresPlace {
    lines.length = 0
    return choosePostgresPlace(dataDir, findPostgresBinaries(), (line) => lines.push(line))
  }

  test('the embedded database lives in the data folder, which is made when missing', () => {
    const place = choose(join(folder, 'new/data'))
    expect(place.home).toBe(join(folder, 'new/data'))
    expect(lines).toEqual([])
  })

  test.runIf(isRoot)('a user of its own runs the embedded database under root: its owner, once there is one', () => {
    const first = choose(folder)
    expect(first.user?.uid).toBeGreaterThan(0)
    expect(first.user?.name).toBe('casillero')
    mkdirSync(first.cluster)
    chownSync(first.cluster, 12_345, 12_346)
    expect(choose(folder).user).toEqual({ name: '12345', uid: 12_345, gid: 12_346 })
  })

  test.runIf(isRoot)(
    'as root in a folder that this user cannot reach, it is elsewhere, the same at every start, and said',
    () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const dataDir = join(closed, 'data')
      const place = choose(dataDir)
      expect(dirname(place.home)).toBe('/var/lib/casillero')
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
    expect(() => choose(dataDir)).toThrow(/cannot reach .*closed\/data\. Make its parent folders passable/)
    expect(findDatabaseHome(dataDir)).toBe(dataDir)
  })
})

describe('the programs of PostgreSQL', () => {
  test('the programs of PostgreSQL get the library links that a blocked install script left out', () => {
    mkdirSync(join(folder, 'native/lib'), { recursive: true })
    writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), '')
    writeFileSync(join(folder, 'native/lib/libz.so.1.2'), '')
    symlinkSync('libz.so.1.2', join(folder, 'native/lib/libz.so'))
    const links = [
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
      { source: 'native/lib/libz.so.1.2', target: 'native/lib/libz.so' },
    ]
    writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
    makeLibraryLinks(folder)
    makeLibraryLinks(folder)
    expect(readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  })

  test('the programs of PostgreSQL are copied whole, readable for every user, and only once', () => {
    const source = join(folder, 'package')
    mkdirSync(join(source, 'native/bin'), { recursive: true, mode: 0o700 })
    writeFileSync(join(source, 'package.json'), '{"version":"18.4.0"}')
    writeFileSync(join(source, 'native/bin/postgres'), 'one', { mode: 0o700 })
    const copy = copyPostgresBinaries(join(source, 'native'), folder)
    expect(copy).toBe(join(folder, 'postgresql-18.4.0'))
    expect(statSync(join(copy, 'bin')).mode & 0o777).toBe(0o755)
    expect(statSync(join(copy, 'bin/postgres')).mode & 0o777).toBe(0o755)
    writeFileSync(join(source, 'native/bin/later'), '')
    expect(copyPostgresBinaries(join(source, 'native'), folder)).toBe(copy)
    expect(existsSync(join(copy, 'bin/later'))).toBe(false)
  })
})
