import type { Database } from '../../server/src/platform/database/database.ts'

/** A database of which every call fails with that message. */
export function brokenDatabase(message: string): Database {
  const boom = () => Promise.reject(new Error(message))
  return {
    readAsSession: boom,
    asSession: boom,
    inSnapshot: boom,
    withoutCompany: boom,
    asAnonymous: boom,
    asUser: boom,
    hasReplica: false,
    readStanding: boom,
    close: async () => undefined,
  }
}
