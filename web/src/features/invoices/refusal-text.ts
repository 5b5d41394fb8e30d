import { ApiError, sentenceOf } from '../../lib/api.ts'

/** The sentence that helps most: what is wrong with a field, else the server's own, else the screen's. */
export function refusalText(error: unknown, fallback: string): string {
  const [first] = error instanceof ApiError && error.code === 'invalid' ? Object.values(error.fields) : []
  return first ?? sentenceOf(error, fallback)
}

/** No answer came, or one that does not say what happened: the invoice may be there all the same. */
export const isAnswerLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409
