export type RefusalCode =
  /** Another process has the database open, or is opening it. */
  | 'in_use'
  /** What was asked for needs it stopped. */
  | 'is_running'
  /** The cluster is being started or stopped at this moment. */
  | 'is_changing'
  | 'no_database'
  | 'has_database'
  /** The folder is gone. */
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
  /** By npm, for this system. */
  | 'not_installed'
  /** No space is left where the folder lies. */
  | 'disk_full'
  | 'target_not_empty'
  | 'backup_incomplete'
  | 'backup_of_other_version'
  /** A copy would not follow it. */
  | 'symbolic_link'
  /** The message has what PostgreSQL said. */
  | 'postgres_failed'

/** A code for a caller with words of its own, a sentence for one without. */
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

/** Wherever on the way the disk was full. */
export async function namingFullDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // The system's words, those of the lock's file, or of PostgreSQL's programs.
    if (!/no space left on device|disk is full|disk quota exceeded/i.test(String(error))) throw error
    throw new EmbeddedPostgresError('disk_full', folder, `No space is left in the folder ${folder}.`, { cause: error })
  }
}
