/** The settings that a product has of its own for its database; the same at every start and in every command. */
export type Configuration = {
  /** The database that is made in the cluster. */
  database: string
  /** The role that owns it: no superuser, may make roles, may make no databases. */
  owner: string
  /** The system user that runs PostgreSQL where this process is root's; made where that is possible. */
  systemUser: string
  /** An absolute folder for what that user cannot reach where it is. */
  systemFolder: string
  /** More flags for `initdb`, which count when the cluster is made. */
  initdb?: string[]
  /** PostgreSQL settings that win over those of this package, by name. */
  settings?: Record<string, string>
}
