import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Folders whose names, comments and test titles keep to the glossary. */
const folders = [
  'web/src',
  'web/test',
  'shared/src',
  'shared/test',
  'server/src',
  'server/sql',
  'embedded-postgres/src',
  'embedded-postgres/test',
  'tests',
  'bench',
  'tools',
  'scripts',
  'deploy',
  'docs',
]

/**
 * `parcel` is a package in the glossary; a sentence with one of the others hides whether a caller, client, user or server acts.
 * In quotes `nobody` is the user of the operating system. A check that is silenced in a comment is a fault too.
 */
const words =
  /\b(?:whoever|somebody|everybody|anybody|strangers?|stand-ins?|parcel|biome-ignore|ts-ignore|ts-nocheck)\b|(?<![`'"])\bnobody\b/i

/** A function whose name says of what it is and not what it does: `balanceOf` in place of `computeBalance`. */
const nameWithoutVerb =
  /\bfunction\*? +[a-z]\w*Of\b|\bconst +[a-z]\w*Of(?: *:[^=\n]+)? *= *(?:async *)?(?:<[^>\n]*> *)?\(/

const isProduct = (path) => /^[\w-]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

const isText = (path) =>
  /\.(?:tsx?|mjs|css|md|sql|conf)$/.test(path) &&
  basename(path) !== basename(import.meta.filename) &&
  !path.includes('node_modules')

const faults = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isText)
    .flatMap((path) => findFaults(join(folder, path))),
)

function findFaults(path) {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [word] = words.exec(line) ?? []
    const place = `${path}:${index + 1}`
    return [
      ...(word === undefined ? [] : [`${place} says "${word}": ${line.trim()}`]),
      ...(isProduct(path) && nameWithoutVerb.test(line)
        ? [`${place} names a function without a verb: ${line.trim()}`]
        : []),
    ]
  })
}

for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
