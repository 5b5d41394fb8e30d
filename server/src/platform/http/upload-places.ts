import { AppError } from '../errors.ts'

const most = { ofPerson: 2, ofCompany: 6 }

/** Throws `too_many_uploads` if no place is free. */
export type UploadPlaces = <T>(sender: { companyId: string; userId: string }, work: () => Promise<T>) => Promise<T>

/** Two for a person and six for a company; more are refused before reading. */
export function createUploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>()
  const countTaken = (name: string) => taken.get(name) ?? 0
  const change = (name: string, by: 1 | -1) => {
    const count = countTaken(name) + by
    if (count === 0) taken.delete(name)
    else taken.set(name, count)
  }
  return async ({ companyId, userId }, work) => {
    const person = `${companyId} ${userId}`
    if (countTaken(person) >= most.ofPerson || countTaken(companyId) >= most.ofCompany) {
      throw new AppError('too_many_uploads', { retryAfterSeconds: 5 })
    }
    change(person, 1)
    change(companyId, 1)
    try {
      return await work()
    } finally {
      change(person, -1)
      change(companyId, -1)
    }
  }
}
