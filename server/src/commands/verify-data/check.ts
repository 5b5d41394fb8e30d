/** A rule that holds in every healthy database. */
export type Check = {
  /** The rule, as the command prints it. */
  says: string
  /** Selects a row (company_id, what) for each place that breaks the rule; without names, phones or texts of people. */
  sql: string
  /** Says that `sql` generates the statement that finds the rows, from the catalogue of the database. */
  isGenerated?: boolean
}
