export type Check = {
  says: string
  /** Rows (company_id, what), without names, phones or texts of people. */
  sql: string
  /** `sql` generates the statement from the catalogue of the database. */
  isGenerated?: boolean
}
