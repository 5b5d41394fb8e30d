/** The product's own; the same at every start and in every command. */
export type Configuration = {
  database: string
  /** No superuser; it may make roles, but no databases. */
  owner: string
  /** Where this process is root's; made where that is possible. */
  systemUser: string
  /** Absolute; for what that user cannot reach where it is. */
  systemFolder: string
  /** For `initdb`, when the cluster is made. */
  initdb?: string[]
  /** They win over those of this package. */
  settings?: Record<string, string>
}
