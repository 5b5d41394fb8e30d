export type RefusalCode =
  /** Another process has the database open, or is opening it. */
  | 'in_use'
  /** PostgreSQL runs on the folder, and what was asked for needs it stopped. */
  | 'is_running'
  /** The cluster is being started or stopped at this moment. */
  | 'is_changing'
  | 'no_database'
  | 'has_database'
  /** The folder that the database was in is gone. */
  | 'database_gone'
  /** The database belongs to another system user than the one that asks. */
  | 'other_user'
  /** The folder cannot be made, or not be written to. */
  | 'folder_unusable'
  /** The system user that runs PostgreSQL cannot reach the folder. */
  | 'folder_unreachable'
  /** The system user cannot run PostgreSQL's programs. */
  | 'programs_unusable'
  | 'no_system_user'
  /** npm installed no PostgreSQL for this system. */
  | 'not_installed'
  /** No space is left where the folder lies. */
  | 'disk_full'
  | 'target_not_empty'
  | 'backup_incomplete'
  | 'backup_of_other_version'
  /** The cluster holds a symbolic link, which a copy would not follow. */
  | 'symbolic_link'
  /** PostgreSQL itself failed; the message has what it said. */
  | 'postgres_failed'

/** The obstacle to a start: a code for a caller that has words of its own, a sentence for one that has none. */
export class EmbeddedPostgresError extends Error {
  readonly code: RefusalCode
  /** The folder, file or package that it is about. */
  readonly about: string

  constructor(code: RefusalCode, about: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.code = code
    this.about = about
  }
}

/** Does the work; says of an error that the disk was full, wherever on the way it came from. */
export async function namingFullDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // Of the system, of the lock's file, or in the words of PostgreSQL's programs.
    if (!/no space left on device|disk is full|disk quota exceeded/i.test(String(error))) throw error
    throw new EmbeddedPostgresError('disk_full', folder, `No space is left in the folder ${folder}.`, { cause: error })
  }
}
