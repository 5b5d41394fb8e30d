import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Folders of one sheet from the lowest to the highest: each may import those before it in the list, and none after it. A sheet
 * whose folders have no order of their own must only be free of circles.
 */
const sheets = [
  {
    folder: 'server/src/platform',
    order: ['errors.ts', 'database', 'process', 'auth', 'metrics', 'whatsapp', 'http'],
    max: { rooms: 7, arrows: 13 },
  },
  { folder: 'server/src/features' },
  {
    folder: 'server/src',
    order: [
      'platform',
      'features',
      'demo',
      'outside-pages.ts',
      'app.ts',
      'upkeep-jobs.ts',
      'start-server.ts',
      'commands',
      'main.ts',
    ],
  },
  { folder: 'web/src/features' },
  {
    folder: 'web/src/ui',
    order: ['class-names.ts', 'controls', 'display', 'feedback', 'overlays', 'forms', 'lists', 'layout', 'charts'],
  },
  { folder: 'web/src', order: ['lib', 'ui', 'devices', 'crud', 'features', 'app'] },
]

/** A workspace that knows no product: it imports nothing of ours, nothing imports it but by its name, and it names no product. */
const standalone = 'embedded-postgres'

/** Folders whose imports of `tests/` and of the standalone workspace are looked at. */
const importersByPath = ['server/src', 'shared/src', 'web/src', 'bench', 'tools', 'tests']

/** Modules of the database that no other folder of the server may import. */
const internals = ['connections', 'kysely-handle', 'statement-batch', 'statement-sender', 'wire-types']

const isTest = (name) => /\.(?:test|spec)\.tsx?$/.test(name)
const isModule = (name) => /\.tsx?$/.test(name) && !isTest(name)
const importPattern = /(?:from |import\(|import )'(\.{1,2}\/[^']+)'/g

/** Gives every import between the direct children of a folder as `{ from, to, importer, imported }`. */
export function readArrows(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isModule)
  const childOf = (path) => path.split(/[\\/]/)[0]
  return paths.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(importPattern)].flatMap(([, specifier]) => {
      const imported = relative(folder, join(folder, dirname(path), specifier))
      const [from, to] = [childOf(path), childOf(imported)]
      return imported.startsWith('..') || from === to ? [] : [{ from, to, importer: path, imported }]
    }),
  )
}

/** Gives the shortest circle of folders, or undefined. */
export function findCircle(arrows) {
  const targets = groupByFrom(arrows)
  for (const start of targets.keys()) {
    const ways = [[start]]
    const seen = new Set()
    for (const way of ways) {
      for (const { to } of targets.get(way.at(-1)) ?? []) {
        if (to === start) return [...way, start]
        if (seen.has(to)) continue
        seen.add(to)
        ways.push([...way, to])
      }
    }
  }
  return undefined
}

function groupByFrom(arrows) {
  const groups = new Map()
  for (const arrow of arrows) groups.set(arrow.from, [...(groups.get(arrow.from) ?? []), arrow])
  return groups
}

function faultsOf({ folder, order, max }) {
  const arrows = readArrows(folder)
  const circle = findCircle(arrows)
  const faults = circle ? [`${folder}: a circle of folders: ${circle.join(' → ')}`] : []
  for (const { from, to, importer, imported } of order ? arrows : []) {
    const places = [from, to].map((name) => order.indexOf(name))
    if (places.includes(-1)) faults.push(`${folder}: ${order.includes(from) ? to : from} has no place in the order`)
    else if (places[0] < places[1]) faults.push(`${folder}: ${importer} imports upward: ${imported}`)
  }
  if (max) {
    const rooms = new Set(arrows.flatMap(({ from, to }) => [from, to])).size
    const drawn = new Set(arrows.map(({ from, to }) => `${from} → ${to}`)).size
    if (rooms > max.rooms) faults.push(`${folder}: ${rooms} folders import each other, at most ${max.rooms}`)
    if (drawn > max.arrows) faults.push(`${folder}: ${drawn} arrows between folders, at most ${max.arrows}`)
  }
  return faults
}

function internalFaults() {
  const hidden = new RegExp(`/database/(?:${internals.join('|')})\\.ts$`)
  return readdirSync('server/src', { recursive: true, encoding: 'utf8' })
    .filter((path) => isModule(path) && !path.includes('platform/database/'))
    .flatMap((path) =>
      [...readFileSync(join('server/src', path), 'utf8').matchAll(importPattern)]
        .filter(([, specifier]) => hidden.test(specifier))
        .map(([, specifier]) => `server/src/${path} imports what is the database's own: ${specifier}`),
    )
}

function readModules(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }))
}

const importsOf = ({ path, text }) =>
  [...text.matchAll(importPattern)].map(([, specifier]) => join(dirname(path), specifier))

function standaloneFaults() {
  const own = ['src', 'test'].flatMap((folder) => readModules(join(standalone, folder)))
  const isInside = (path) => path.startsWith(`${standalone}/`)
  const named = own.filter(({ text }) => /casillero/i.test(text)).map(({ path }) => `${path} names the product`)
  const leaving = own.flatMap((module) =>
    importsOf(module)
      .filter((imported) => !isInside(imported))
      .map((imported) => `${module.path} imports ${imported}`),
  )
  const entering = importersByPath.flatMap(readModules).flatMap((module) =>
    importsOf(module)
      .filter(isInside)
      .map((imported) => `${module.path} imports ${imported}: its front is @casillero/${standalone}`),
  )
  return [...named, ...leaving, ...entering]
}

const suiteOf = (path) => /^tests\/([^/]+)\//.exec(path)?.[1]

/** Only tests import `tests/support`, which imports no suite; a suite imports itself. What it has beside tests is in its `support/`. */
function suiteFaults() {
  const modules = importersByPath.flatMap(readModules)
  const helpers = modules.filter(({ path }) => /^tests\/(?!support\/)[^/]+\/[^/]+$/.test(path) && !isTest(path))
  const imports = modules.flatMap((module) =>
    importsOf(module).flatMap((imported) => {
      const [from, to] = [suiteOf(module.path), suiteOf(imported)]
      const isAllowed = !to || from === to || (to === 'support' && (from || isTest(module.path)))
      return isAllowed ? [] : [`${module.path} imports ${imported}`]
    }),
  )
  return [...helpers.map(({ path }) => `${path} is no test: it belongs to the suite's support/`), ...imports]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = [
    ...new Set([...sheets.flatMap(faultsOf), ...internalFaults(), ...suiteFaults(), ...standaloneFaults()]),
  ]
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
