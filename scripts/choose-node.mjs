import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'

const oldest = 24

/**
 * Finds the Node that everything but these scripts runs on (the pinned one, or the running one when it is new enough),
 * and lets programs that start `node` by name find the same one.
 *
 * @returns {string} its absolute path
 */
export function chooseNode() {
  const node = findPinned() ?? findRunning()
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  return node
}

function findPinned() {
  const system = `${process.platform}-${process.arch}`
  // Not through node_modules/.bin: npm 10 leaves the link out when several packages offer the same name.
  return [`node_modules/node-${system}/bin/node`, `node_modules/node-bin-${system}/bin/node`]
    .map((path) => resolve(path))
    .find((path) => existsSync(path) && works(path))
}

function findRunning() {
  if (Number.parseInt(process.versions.node, 10) >= oldest) return process.execPath
  throw new Error(
    `Casillero needs Node ${oldest}. npm has no ready-made one for this system (${process.platform}-${process.arch}), ` +
      `and the one in use is ${process.versions.node}: install Node ${oldest} from nodejs.org and run the same command again.`,
  )
}

function works(program) {
  try {
    return Number.parseInt(execFileSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) >= oldest
  } catch {
    return false
  }
}
