import { ApiError } from '../../lib/api.ts'

/** No answer, or the page of a network in between, is none. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.sentence !== undefined && ![0, 401, 429, 503].includes(error.status)
