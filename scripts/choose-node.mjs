import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'

const oldest = 24

/** @returns {string} the Node that everything but these scripts runs on: the pinned one, or the running one when it is new enough */
export function chooseNode() {
  const pinned = 'node_modules/.bin/node'
  if (existsSync(pinned) && works(pinned)) return realpathSync(pinned)
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
