/** The product's choices, the same for every start and command. */
export type Configuration = {
  database: string
  /** Not a superuser; may make roles, but no databases. */
  owner: string
  /** Runs PostgreSQL if this process is root's; created if possible. */
  systemUser: string
  /** Absolute; holds what the system user cannot reach elsewhere. */
  systemFolder: string
  /** Arguments of `initdb`. */
  initdb?: string[]
  /** They override this package's. */
  settings?: Record<string, string>
}
