// Runs on Node 20 and later without any dependency: it is what makes `npm start` and `npm test` work on a bare clone.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { check } from './check.mjs'
import { root, runAll, runToEnd } from './child-process.mjs'
import { chooseNode } from './choose-node.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { makeRelease, releaseMark } from './release.mjs'
import {
  testChaos,
  testCluster,
  testEndToEnd,
  testImage,
  testProduct,
  testSecurity,
  testStandby,
  testUnits,
} from './test.mjs'

// Left to themselves V8 and glibc grow to the size of the machine, without being any faster.
const serverFlags = ['--max-semi-space-size=8', '--max-old-space-size=512']
// With the cache on before its first file, Node reads all files compiled and never loads its compiler for TypeScript, of 17 MB.
const serverEnv = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

const commands = {
  start(node) {
    // PostgreSQL and the demo are made meanwhile; the server listens when the browser app is there.
    const beside = isRelease ? {} : { env: { ...serverEnv, BUILD_BESIDE: '1' }, after: buildWeb(node) }
    return runToEnd(node, [...serverFlags, 'server/src/main.ts'], { endsWithParent: true, env: serverEnv, ...beside })
  },
  dev(node) {
    const apiPort = process.env.PORT || '3000'
    const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'web', '--host', '127.0.0.1']
    return runAll([
      {
        program: node,
        parameters: ['--watch', '--watch-preserve-output', 'server/src/main.ts'],
        env: { PORT: apiPort },
      },
      { program: node, parameters: vite, env: { API_PORT: apiPort } },
    ])
  },
  async 'demo:whatsapp'(node) {
    await buildWeb(node)
    const { PORT = '3000', WAHA_PORT = '3900' } = process.env
    const gateway = {
      WAHA_URL: `http://127.0.0.1:${WAHA_PORT}`,
      WAHA_API_KEY: randomUUID(),
      WAHA_WEBHOOK_URL: `http://127.0.0.1:${PORT}`,
    }
    // Messages leave at any hour and within seconds, so that the demo shows them without a wait.
    const pace = {
      WHATSAPP_QUIET_HOURS: '0-0',
      WHATSAPP_KNOWN_SECONDS: '1-2',
      WHATSAPP_FIRST_SECONDS: '1-2',
      WHATSAPP_FIRST_PER_DAY: '1000-1000',
    }
    return runAll([
      { program: node, parameters: ['tools/fake-waha/main.ts'], env: { ...gateway, WAHA_PORT } },
      {
        program: node,
        parameters: [...serverFlags, 'server/src/main.ts'],
        env: { ...serverEnv, ...gateway, ...pace, PORT },
        endsWithParent: true,
      },
    ])
  },
  test: (node, parameters) => testProduct(node, parameters),
  'test:all': (node, parameters) => testProduct(node, parameters, { isWhole: true }),
  'test:unit': (node, parameters) => testUnits(node, parameters),
  'test:security': (node, parameters) => testSecurity(node, parameters),
  'test:e2e': (node, parameters) => testEndToEnd(node, parameters),
  'test:chaos': (node, parameters) => testChaos(node, parameters),
  'test:cluster': (node, parameters) => testCluster(node, parameters),
  'test:standby': (node, parameters) => testStandby(node, parameters),
  async build(node) {
    await buildWeb(node)
    return 0
  },
  release: (node, parameters) => makeRelease(node, parameters),
  'test:image': (node, parameters) => testImage(node, parameters),
  check: (node) => check(node),
  tables: (node) => runToEnd(node, ['tests/server/support/write-tables.ts']),
  phones: (node) => runToEnd(node, ['tests/support/write-phone-table.ts']),
  async screens(node, parameters) {
    const chromium = await ensureChromium(node)
    await buildWeb(node)
    return runToEnd(node, ['tests/e2e/support/screens.ts', ...parameters], { env: { CHROMIUM_PATH: chromium } })
  },
  async bench(node, parameters) {
    const chromium = await ensureChromium(node)
    await buildWeb(node)
    return runToEnd(node, ['bench/run.ts', ...parameters], { env: { CHROMIUM_PATH: chromium } })
  },
  backup: (node, parameters) => runToEnd(node, ['server/src/commands/backup.ts', ...parameters]),
  'company:create': (node, parameters) => runToEnd(node, ['server/src/commands/company-create.ts', ...parameters]),
  'user:password': (node, parameters) => runToEnd(node, ['server/src/commands/user-password.ts', ...parameters]),
  'verify-data': (node) => runToEnd(node, ['server/src/commands/verify-data.ts']),
  restore: (node, parameters) => runToEnd(node, ['server/src/commands/restore.ts', ...parameters]),
}

const inReleases = new Set(['start', 'backup', 'restore', 'verify-data', 'company:create', 'user:password'])

const [name = '', ...parameters] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}

// Data, tests and builds are found from here, wherever the command was typed.
process.chdir(root)
const isRelease = existsSync(releaseMark)

try {
  if (isRelease && !inReleases.has(name)) throw new Error(`A release has no sources for "${name}"; run it in a clone.`)
  if (!isRelease && !existsSync('package-lock.json')) {
    throw new Error('package-lock.json is missing: this is not a whole clone.')
  }
  if (!isRelease) await ensureInstalled({ withTools: name !== 'build' && !inReleases.has(name) })
  process.exitCode = await command(chooseNode(), parameters)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
