/**
 * Puts what prevented the start into words for the person at the terminal.
 *
 * @param error whatever was thrown
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = { code: undefined, port: undefined, ...firstOf(error) }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; set PORT to another number.`
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}; set PORT to 1024 or above.`
  if (code === 'ECONNREFUSED') return `No PostgreSQL answers on port ${port}; check DATABASE_URL and that it runs.`
  if (code === 'ENOTFOUND') return `The host in DATABASE_URL is not known: ${error.message}.`
  return error.message || String(error)
}

/** A host with several addresses fails with one error for each. */
function firstOf(error: Error): object {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first : error
}
