import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const pages = join('docs', 'product')
const ignored = new Set(['node_modules', 'dist', 'data', 'backups', 'screens', basename(import.meta.filename)])
const isText = (name) => /\.(?:tsx?|mjs|css|html|sql|md|yaml|conf)$/.test(name)

/** Every text file of the repository. */
function readTexts(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ignored.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return readTexts(path)
    return isText(entry.name) ? [{ path, text: readFileSync(path, 'utf8'), isPage: path.startsWith(pages) }] : []
  })
}

const files = readTexts('.')

const targets = new Set(
  files
    .filter(({ isPage }) => isPage)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => `${basename(path)}, "${heading}"`),
    ),
)

/** Pointers to a heading that does not exist, and those of comments that name none; the pages leave out their own folder. */
function findLost({ path, text, isPage }) {
  const pointer = isPage ? /[\w-]+\.md, "[^"\n]*"/g : /(?<=docs\/product\/)[\w-]+\.md(?!['?])(?:, "[^"\n]*")?/g
  return [...text.matchAll(pointer)]
    .filter(([target]) => !targets.has(target) && (target.includes('"') || !path.endsWith('.md')))
    .map(([target]) => `${path} points to docs/product/${target}, which does not exist`)
}

/** What only its first writers could follow. A landed migration never changes, not even its comments. */
const outside =
  /\bspecifications?\b|\bproduct, "|\(issue: [a-z]|\bfindings\/|(?<![\w/])design\/|\/shared\/(?:spec|design)\b/g

function findOutside({ path, text }) {
  if (/migrations.00(?:0\d|1\d|2[01])_/.test(path)) return []
  return [...text.matchAll(outside)].map(([what]) => `${path} points outside the repository: ${what}`)
}

const sources = files
  .filter(({ path, isPage }) => !isPage && /\.(?:tsx?|html|sql)$/.test(path))
  .map(({ text }) => text.replace(/\s+/g, ' '))
  .join(' ')

/** Whether a text of the screens stands in the sources; `{n}` in it stands for any value. */
function isSaid(quoted) {
  if (sources.includes(quoted)) return true
  if (!quoted.includes('{')) return false
  const parts = quoted.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('.{0,80}?')).test(sources)
}

function findUnsaid({ path, text, isPage }) {
  if (!isPage) return []
  return [...text.matchAll(/“([^”]+)”/g)]
    .filter(([, quoted]) => !isSaid(quoted))
    .map(([, quoted]) => `${path} quotes what no source says: ${quoted}`)
}

const decisions = readFileSync(join('docs', 'decisions.md'), 'utf8')

/** Numbers of decisions that `docs/decisions.md` does not have. */
function findUndecided({ path, text }) {
  return [...text.matchAll(/\bdecisions? (\d{3})\b/g)]
    .filter(([, number]) => !decisions.includes(`\n## ${number} `))
    .map(([target]) => `${path} points to ${target}, which docs/decisions.md does not have`)
}

const faults = files.flatMap((file) => [
  ...findLost(file),
  ...findOutside(file),
  ...findUnsaid(file),
  ...findUndecided(file),
])
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
