import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runToEnd } from './child-process.mjs'
import { makeRelease } from './release.mjs'

const tag = 'localhost/casillero'
const madeBase = 'localhost/casillero-base'
const pullMs = 90_000

/**
 * Builds the image with podman, found or installed. Where the image that it begins with cannot be fetched, one is made of
 * Debian's packages and the Node in use; where no container may run, the built image is entered with chroot; where there is no
 * podman at all, the same folder is assembled and run as it is. What is left out is said.
 *
 * @param {string} node
 * @returns {Promise<{ kind: 'container' | 'chroot' | 'folder', root: string, mebibytes: number, remove: () => void }>}
 *   `root` is what to run: a name for podman with its flags before it, a root folder, or the release's folder; `mebibytes` is
 *   what comes on top of the base
 */
export async function buildImage(node) {
  const work = mkdtempSync(join(tmpdir(), 'casillero-image-'))
  chmodSync(work, 0o755)
  const flags = ['--storage-driver', 'vfs', '--root', join(work, 'storage'), '--runroot', join(work, 'run')]
  const remove = () => {
    spawnSync('podman', [...flags, 'image', 'unmount', '--all'], { stdio: 'ignore' })
    rmSync(work, { recursive: true, force: true })
  }
  try {
    const base = (await ensurePodman()) && (await findBase(node, flags, work))
    if (!base) return { ...(await makeFolder(node, work)), remove }
    const mounts = npmConfiguration(work)
    const build = [
      'build',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--layers=false',
      '--build-arg',
      `BASE=${base}`,
    ]
    const code = await runToEnd('podman', [...flags, ...build, ...mounts, '-f', 'deploy/Dockerfile', '-t', tag, '.'])
    if (code !== 0) throw new Error(`The image was not built: podman ended with code ${code}.`)
    const sizeOf = (name) => Number(ask('podman', [...flags, 'image', 'inspect', '--format', '{{.Size}}', name]))
    const mebibytes = (sizeOf(tag) - sizeOf(base)) / 1024 / 1024
    const trial = spawnSync('podman', [...flags, 'run', '--rm', '--network', 'host', tag, 'true'], { encoding: 'utf8' })
    if (trial.status === 0) return { kind: 'container', root: [...flags, tag].join(' '), mebibytes, remove }
    if (process.getuid?.() !== 0) throw new Error(`Podman runs no container here: ${trial.stderr.trim()}`)
    console.log(`No container runs here (${trial.stderr.trim()}): the image is entered with chroot instead.`)
    return { kind: 'chroot', root: ask('podman', [...flags, 'image', 'mount', tag]), mebibytes, remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function makeFolder(node, work) {
  console.log('No podman and no base: only the folder of the image is assembled, and run on this machine’s own root.')
  const root = join(work, 'app')
  await makeRelease(node, [root])
  // A release brings no Node; this one stands in for that of the base.
  mkdirSync(join(work, 'bin'))
  copyFileSync(node, join(work, 'bin', 'node'))
  chmodSync(join(work, 'bin', 'node'), 0o755)
  const mebibytes = Number(ask('du', ['-sm', root]).split('\t')[0])
  return { kind: 'folder', root, mebibytes }
}

async function ensurePodman() {
  if (spawnSync('podman', ['--version']).status === 0) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing podman (apt-get install podman) …')
  await apt('podman', 'buildah')
  return spawnSync('podman', ['--version']).status === 0
}

async function apt(...packages) {
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await runToEnd('apt-get', ['-qq', 'update'], quiet)
  await runToEnd('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], quiet)
}

/** The base that the Dockerfile names, or one like it. */
async function findBase(node, flags, work) {
  const named = /^ARG BASE=(\S+)/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? ''
  const pulled = spawnSync('podman', [...flags, 'pull', '--quiet', named], { timeout: pullMs, encoding: 'utf8' })
  if (pulled.status === 0) return named
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`${named} cannot be fetched here: a base is made of Debian's packages and the Node in use.`)
  const archive = resolve(`test-results/image-base-${ask(node, ['-p', 'process.version'])}.tar`)
  if (!existsSync(archive)) {
    if (spawnSync('mmdebstrap', ['--version']).status !== 0) await apt('mmdebstrap')
    mkdirSync(dirname(archive), { recursive: true })
    const program = process.env.npm_execpath ?? realpathSync(ask('sh', ['-c', 'command -v npm']))
    const npm = dirname(dirname(program))
    const hooks = [
      `upload ${node} /usr/local/bin/node`,
      'chroot "$1" chmod 755 /usr/local/bin/node',
      'chroot "$1" useradd --uid 1000 --create-home node',
      'mkdir -p "$1/usr/local/lib/node_modules"',
      `cp -r ${npm} "$1/usr/local/lib/node_modules/npm"`,
      'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    ].map((hook) => `--customize-hook=${hook}`)
    const making = join(work, 'base.tar')
    const parameters = ['--quiet', '--variant=minbase', '--include=ca-certificates', ...hooks, 'bookworm', making]
    const code = await runToEnd('mmdebstrap', parameters)
    if (code !== 0) throw new Error(`No base could be made: mmdebstrap ended with code ${code}.`)
    copyFileSync(making, archive)
  }
  ask('podman', [...flags, 'import', '--quiet', archive, madeBase])
  return madeBase
}

/** npm's configuration for the build, so that it reaches the same registry as here. */
function npmConfiguration(work) {
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const lines = [
    `registry=${ask('npm', ['config', 'get', 'registry'])}`,
    ...(authority ? ['cafile=/etc/npm-ca.pem'] : []),
  ]
  writeFileSync(join(work, 'npmrc'), `${lines.join('\n')}\n`)
  const volumes = [
    `${join(work, 'npmrc')}:/root/.npmrc:ro`,
    ...(authority ? [`${resolve(authority)}:/etc/npm-ca.pem:ro`] : []),
  ]
  return volumes.flatMap((volume) => ['--volume', volume])
}

function ask(program, parameters) {
  return execFileSync(program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
