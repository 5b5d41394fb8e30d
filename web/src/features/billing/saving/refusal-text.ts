import { ApiError, describeError } from '../../../lib/api.ts'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { toastError } from '../../../ui/feedback/toast.tsx'

const firstField = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'invalid' ? Object.values(error.fields)[0] : undefined

/** The field's error, else the server's message, else the screen's text. */
export const refusalText = (error: unknown, fallback: string): string =>
  firstField(error) ?? describeError(error, fallback)

/** Without a connection, says so instead. */
export function toastRefusal(error: unknown, failed: string): void {
  const problem = firstField(error)
  if (problem === undefined) toastFailure(error, failed)
  else toastError(problem)
}

/** True where the invoice may exist although no answer came. */
export const isAnswerLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409
