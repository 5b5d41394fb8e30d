import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

const git = (...parameters: string[]) =>
  execFileSync('git', ['-C', root, ...parameters], { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] })

/** Lists the migrations of a version by their names and checksums. */
function migrationsOf(commit: string): string[] {
  const listed = git('ls-tree', commit, 'server/migrations/').toString().trim().split('\n')
  return listed.filter((line) => line.endsWith('.sql')).map((line) => line.split(' ').slice(2).join(' '))
}

/** The checksum of a version's functions, policies and triggers; empty for versions without files for them. */
const presentSqlOf = (commit: string) => git('ls-tree', commit, 'server/sql').toString()

/**
 * Finds the newest version in the history with other functions or fewer migrations, whose migrations are the first ones of
 * today's.
 */
function findEarlier(): { commit: string; migrations: number } {
  const [today, presentSql] = [migrationsOf('HEAD'), presentSqlOf('HEAD')]
  for (const commit of git('rev-list', 'HEAD').toString().trim().split('\n')) {
    const migrations = migrationsOf(commit)
    const isOther = migrations.length < today.length || presentSqlOf(commit) !== presentSql
    const isEarlier = migrations.length > 0 && migrations.length <= today.length && isOther
    if (isEarlier && migrations.every((each, at) => each === today[at]))
      return { commit, migrations: migrations.length }
  }
  throw new Error(
    'No earlier version since 1.0.0: this needs a clone with its whole history, and a version before this one.',
  )
}

/** Lists the workspaces of a version's server. */
const workspacesOf = (commit: string) =>
  git('ls-tree', '--name-only', commit, 'shared', 'server', 'embedded-postgres').toString().trim().split('\n')

/** Links the installed libraries; the workspaces are the earlier version's own. */
function linkLibraries(folder: string, workspaces: string[]): void {
  const [installed, linked] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(linked, '@casillero'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@casillero') symlinkSync(join(installed, name), join(linked, name))
  for (const name of workspaces) symlinkSync(join(folder, name), join(linked, '@casillero', name))
}

/**
 * Checks out the version before the newest migrations into a folder, so that it can run beside this one.
 *
 * @param folder a folder that does not exist yet
 * @returns its server's program, its commit, and the count of its migrations
 * @throws where the history does not reach back to one
 */
export function takeEarlierVersion(folder: string): { program: string; commit: string; migrations: number } {
  const { commit, migrations } = findEarlier()
  const workspaces = workspacesOf(commit)
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, 'package.json', ...workspaces) })
  linkLibraries(folder, workspaces)
  // Both versions serve the same browser app, because no test opens its pages.
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  return { program: join(folder, 'server/src/main.ts'), commit: commit.slice(0, 7), migrations }
}
