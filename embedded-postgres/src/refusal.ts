export type RefusalCode =
  /** Another process has the database open, or is opening it. */
  | 'in_use'
  /** The operation needs it stopped. */
  | 'is_running'
  /** The cluster is just being started or stopped. */
  | 'is_changing'
  | 'no_database'
  | 'has_database'
  /** The folder no longer exists. */
  | 'database_gone'
  /** The database belongs to another system user. */
  | 'other_user'
  /** The folder cannot be created or written to. */
  | 'folder_unusable'
  /** The system user that runs PostgreSQL cannot reach the folder. */
  | 'folder_unreachable'
  /** The system user cannot run PostgreSQL's programs. */
  | 'programs_unusable'
  | 'no_system_user'
  /** npm installed no programs for this system. */
  | 'not_installed'
  /** The folder's disk is full. */
  | 'disk_full'
  | 'target_not_empty'
  | 'backup_incomplete'
  | 'backup_of_other_version'
  /** A copy would not follow symbolic links. */
  | 'symbolic_link'
  /** The message quotes PostgreSQL. */
  | 'postgres_failed'

/** The code is for callers with words of their own, the sentence for others. */
export class EmbeddedPostgresError extends Error {
  readonly code: RefusalCode
  readonly about: string

  constructor(code: RefusalCode, about: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.code = code
    this.about = about
  }
}

/** Detects a full disk at any step. */
export async function namingFullDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // In the words of the system, of the lock's file, or of PostgreSQL's programs.
    if (!/no space left on device|disk is full|disk quota exceeded/i.test(String(error))) throw error
    throw new EmbeddedPostgresError('disk_full', folder, `No space is left in the folder ${folder}.`, { cause: error })
  }
}
