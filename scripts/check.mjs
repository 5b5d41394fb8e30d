import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './child-process.mjs'

const tsc = join('node_modules', 'typescript', 'bin', 'tsc')

const checks = [
  { name: 'types of embedded-postgres', parameters: [tsc, '-p', 'embedded-postgres'] },
  { name: 'types of shared', parameters: [tsc, '-p', 'shared'] },
  { name: 'types of server, tests, bench and tools', parameters: [tsc, '-p', '.'] },
  { name: 'types of stories', parameters: [tsc, '-p', join('tests', 'e2e')] },
  { name: 'types of web', parameters: [tsc, '-p', 'web'] },
  {
    name: 'lint and format',
    parameters: [
      join('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
      'check',
      `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
      '--error-on-warnings',
      '.',
    ],
  },
  { name: 'directions of imports between folders', parameters: [join('scripts', 'directions.mjs')] },
  { name: 'words and names', parameters: [join('scripts', 'words.mjs')] },
  { name: 'documents: pointers, quotes and decisions', parameters: [join('scripts', 'documents.mjs')] },
  { name: 'unused files, exports and dependencies', parameters: [join('node_modules', 'knip', 'bin', 'knip.js')] },
]

/**
 * Runs all static checks at once and prints each one's result whole, when it is there.
 *
 * @param {string} node
 */
export async function check(node) {
  const results = await Promise.all(checks.map((each) => runCheck(node, each)))
  return results.every(Boolean) ? 0 : 1
}

function runCheck(node, { name, parameters }) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, parameters, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
      if (code !== 0) console.log(output.trimEnd())
      resolve(code === 0)
    })
  })
}
