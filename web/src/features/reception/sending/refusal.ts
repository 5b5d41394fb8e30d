import { ApiError } from '../../../lib/api.ts'

/** False without an answer, or for the page of a network in between. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.sentence !== undefined && ![0, 401, 429, 503].includes(error.status)
