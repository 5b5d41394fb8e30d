import { existsSync, mkdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../test/folders.ts'
import { copyPostgresBinaries, makeLibraryLinks } from './binaries.ts'

let folder: string

beforeEach(() => {
  folder = makeFolder()
})

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
