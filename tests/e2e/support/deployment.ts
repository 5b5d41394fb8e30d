import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const built = join(import.meta.dirname, '../../../web/dist')
/** The name of a file that changes with what is in it. */
const hashed = /^(.+-)([\w-]{8})(\.\w+)$/

/**
 * Makes another version of a built app: each file that is named by its content has another name, wherever it is named, and the worker
 * another version. Nothing of the version before is there any more.
 */
export function makeVersion(before = built): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'casillero-version-'))
  chmodSync(folder, 0o755)
  cpSync(before, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = new Map<string, string>()
  for (const { name } of files) {
    const [, start = '', hash = '', end = ''] = hashed.exec(name) ?? []
    if (hash !== '') names.set(name, `${start}${[...hash].toReversed().join('')}${end}`)
  }
  const named = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name)
    if (/\.(?:js|css|html)$/.test(name)) {
      const text = readFileSync(path, 'utf8').replace(named, (found) => names.get(found) ?? found)
      writeFileSync(path, name === 'sw.js' ? text.replace(/(const version = ')/, '$1next-') : text)
    }
    const renamed = names.get(name)
    if (renamed !== undefined) renameSync(path, join(parentPath, renamed))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The name of the file that a page begins with, which tells its version. */
export function firstFileOf(folder = built): string {
  const [, path = ''] =
    /<script type="module"[^>]* src="([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
  return basename(path)
}

/** A line to a server that a test turns over to another one, as a deployment does, and cuts. */
export async function openLine(port: number) {
  let target: number | undefined = port
  const sockets = new Set<Socket>()
  const line = createServer((socket) => {
    if (target === undefined) return void socket.destroy()
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const turnTo = (next: number | undefined) => {
    target = next
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (line.address() as AddressInfo).port,
    turnTo,
    cut: () => turnTo(undefined),
    close: async () => {
      turnTo(undefined)
      await new Promise((resolve) => line.close(resolve))
    },
  }
}
