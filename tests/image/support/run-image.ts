import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const { IMAGE_KIND = '', IMAGE_ROOT = '' } = process.env

/** The user of the image, who owns nothing in it. */
const user = { uid: 1000, gid: 1000 }
const paths = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const ofImage = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  BASE_DOMAIN: 'casillero.test',
  NPM_CONFIG_LOGS_MAX: '0',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
}

// The root is bound over itself so that it can be read-only for this process alone; only /tmp is empty and can be written to.
const enter = `mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" &&
  mount --bind /dev "$1/dev" && mount -o remount,bind,ro "$1" && root="$1" && shift && cd "$root/app" &&
  exec chroot --userspec=1000:1000 "$root" /bin/sh -c 'cd /app && exec "$@"' sh "$@"`

/** Runs a command in the image's folder, as its user, on a root that only root may write to. */
function start(command: string[], variables: Record<string, string>): ChildProcess {
  const env = { ...ofImage, HOME: '/home/node', PATH: paths, ...variables }
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  if (IMAGE_KIND === 'chroot')
    return spawn('unshare', ['--mount', 'sh', '-c', enter, 'sh', IMAGE_ROOT, ...command], { env, stdio })
  if (IMAGE_KIND === 'container') {
    const flags = IMAGE_ROOT.split(' ')
    const image = flags.pop() ?? ''
    const settings = Object.entries({ ...ofImage, ...variables }).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ])
    const closed = [
      '--read-only',
      '--tmpfs',
      '/tmp',
      '--cap-drop',
      'all',
      '--security-opt',
      'no-new-privileges',
      '--init',
    ]
    return spawn('podman', [...flags, 'run', '--rm', '--network', 'host', ...closed, ...settings, image, ...command], {
      stdio,
    })
  }
  const [program = '', ...parameters] = command
  const asUser = process.getuid?.() === 0 ? user : {}
  const path = `${join(dirname(IMAGE_ROOT), 'bin')}:${process.env.PATH}`
  return spawn(program, parameters, { cwd: IMAGE_ROOT, env: { ...env, PATH: path }, stdio, ...asUser })
}

export type Outcome = { code: number | string; said: string }

function listen(child: ChildProcess): { lines: string[]; ended: Promise<Outcome> } {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => lines.push(line))
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, said: lines.join('\n') }))
  return { lines, ended }
}

/** Runs a command of an installation to its end. */
export const runIn = (command: string[], variables: Record<string, string>): Promise<Outcome> =>
  listen(start(command, variables)).ended

/** Starts the server as the image does; resolves when it listens, rejects with its output when it ends before. */
export async function serveIn(variables: Record<string, string>): Promise<{ url: string; stop(): Promise<Outcome> }> {
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=512']
  const child = start(['node', ...flags, 'server/src/main.ts'], { PORT: '0', LOG_LEVEL: 'silent', ...variables })
  const { lines, ended } = listen(child)
  const { promise, resolve } = Promise.withResolvers<string>()
  child.stdout?.on('data', () => {
    const url = lines.map((line) => /listens on (http:\S+)/.exec(line)?.[1]).find((found) => found !== undefined)
    if (url) resolve(url)
  })
  const url = await Promise.race([promise, ended])
  if (typeof url !== 'string') throw new Error(url.said)
  return {
    url,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
