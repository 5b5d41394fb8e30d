import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyPostgresBinaries, makePassableFolder } from './binaries.ts'
import type { Configuration } from './configuration.ts'
import { EmbeddedPostgresError } from './refusal.ts'

/** PostgreSQL refuses to run as root. */
export type SystemUser = { name: string; uid: number; gid: number }

/** `home` holds cluster, passwords, lock and log; `native` holds the programs. */
export type Place = { home: string; cluster: string; native: string; user: SystemUser | undefined }

/** Needed under root; `systemFolder` holds what the user cannot reach elsewhere. */
type Users = Pick<Configuration, 'systemUser' | 'systemFolder'>

/** A file in the data folder that names the folder with its database. */
const pointerName = 'database-folder'

/**
 * Only reads.
 * @param dataDir as configured, absolute
 * @throws when it points to a database folder that does not exist
 */
export function findDatabaseHome(dataDir: string, systemFolder: string): string {
  const pointer = join(dataDir, pointerName)
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (existsSync(home)) return home
    throw new EmbeddedPostgresError(
      'database_gone',
      home,
      `The database of ${dataDir} was in ${home}, which is no longer there. Put that folder back, or delete ${pointer} to start with an empty database.`,
    )
  }
  if (existsSync(join(dataDir, 'postgres'))) return dataDir
  const elsewhere = homeElsewhere(dataDir, systemFolder)
  return existsSync(join(elsewhere, 'postgres')) ? elsewhere : dataDir
}

/**
 * Makes the folders; chooses the same at every start.
 * @param dataDir as configured, absolute; made when missing
 * @param native the programs as npm installed them
 * @param say called with what was chosen and why, for the person who starts the server
 * @throws when the data folder cannot be made or written to, no unprivileged user exists, or it can reach neither folder
 */
export function choosePlace(users: Users, dataDir: string, native: string, say: (line: string) => void): Place {
  makePassableFolder(dataDir)
  const folder = realpathSync(dataDir)
  const known = findDatabaseHome(folder, users.systemFolder)
  const owner = findOwner(join(known, 'postgres'))
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new EmbeddedPostgresError(
        'other_user',
        known,
        `The database in ${known} belongs to the system user ${owner.name}: start as the same user as before (root, or ${owner.name}).`,
      )
    }
    checkWritable(known)
    return { home: known, cluster: join(known, 'postgres'), native, user: undefined }
  }
  checkWritable(folder)
  const user = owner ?? findUnprivilegedUser(users.systemUser, say)
  const home = canEnter(user, known) ? known : moveElsewhere(folder, known, user, users.systemFolder)
  if (home !== folder)
    say(`The database is in ${home}: the system user ${user.name}, who runs it, cannot reach ${folder}.`)
  return {
    home,
    cluster: join(home, 'postgres'),
    native: reachableBinaries(native, user, users.systemFolder, say),
    user,
  }
}

function checkWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const isReadOnly = error instanceof Error && 'code' in error && error.code === 'EROFS'
    throw new EmbeddedPostgresError(
      'folder_unusable',
      folder,
      `The folder ${folder} ${isReadOnly ? 'is on a read-only file system' : 'may not be written to by this user'}.`,
      { cause: error },
    )
  }
}

function moveElsewhere(dataDir: string, known: string, user: SystemUser, systemFolder: string): string {
  const home = homeElsewhere(dataDir, systemFolder)
  // A database is never replaced by an empty one because a right has changed.
  if (existsSync(join(known, 'postgres')) || !makeEnterable(home, user, systemFolder)) {
    throw new EmbeddedPostgresError(
      'folder_unreachable',
      known,
      `The system user ${user.name}, who runs PostgreSQL because root may not, cannot reach ${known}.`,
    )
  }
  writeFileSync(join(dataDir, pointerName), `${home}\n`)
  return home
}

function reachableBinaries(
  native: string,
  user: SystemUser,
  systemFolder: string,
  say: (line: string) => void,
): string {
  if (canRun(user, native)) return native
  makePassableFolder(systemFolder)
  const copy = copyPostgresBinaries(native, systemFolder)
  if (!canRun(user, copy)) {
    throw new EmbeddedPostgresError(
      'programs_unusable',
      copy,
      `The system user ${user.name} cannot run PostgreSQL's programs in ${copy}.`,
    )
  }
  say(`PostgreSQL's programs run from ${copy}: ${user.name} cannot reach ${native}.`)
  return copy
}

function homeElsewhere(dataDir: string, systemFolder: string): string {
  return join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
}

function makeEnterable(folder: string, user: SystemUser, systemFolder: string): boolean {
  makePassableFolder(systemFolder)
  makePassableFolder(folder)
  return canEnter(user, folder)
}

function findOwner(cluster: string): SystemUser | undefined {
  if (!existsSync(cluster)) return undefined
  const { uid, gid } = statSync(cluster)
  return uid === 0
    ? undefined
    : { name: spawnSync('id', ['-nu', `${uid}`], { encoding: 'utf8' }).stdout.trim() || `${uid}`, uid, gid }
}

/** The user is for the cluster alone: programs of a shared user could read the files. */
function findUnprivilegedUser(name: string, say: (line: string) => void): SystemUser {
  const own = findUser(name) ?? makeUser(name, say)
  const user = own ?? findUser('postgres') ?? findUser('nobody')
  if (!user) {
    throw new EmbeddedPostgresError(
      'no_system_user',
      name,
      `PostgreSQL refuses to run as root and this system has none of the users "${name}", "postgres" and "nobody".`,
    )
  }
  if (!own)
    say(
      `PostgreSQL runs as ${user.name}, whom other services may share: "useradd --system ${name}" makes a user of its own.`,
    )
  return user
}

function findUser(name: string): SystemUser | undefined {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
  )
  return uid > 0 && gid > 0 ? { name, uid, gid } : undefined
}

function makeUser(name: string, say: (line: string) => void): SystemUser | undefined {
  const flags = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ]
  const made = spawnSync('useradd', [...flags, name], { stdio: 'ignore' })
  if (made.status === 0) say(`Made the system user ${name}, who runs PostgreSQL because root may not.`)
  // Another start may have created it meanwhile.
  return findUser(name)
}

function canEnter(user: SystemUser, folder: string): boolean {
  return runsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
}

function canRun(user: SystemUser, native: string): boolean {
  return (
    runsAs(user, '/bin/sh', ['-c', 'test -r "$1"', 'sh', join(native, 'share/postgresql/postgres.bki')]) &&
    runsAs(user, join(native, 'bin/postgres'), ['--version'])
  )
}

function runsAs(user: SystemUser, program: string, parameters: string[]): boolean {
  return spawnSync(program, parameters, { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' }).status === 0
}
