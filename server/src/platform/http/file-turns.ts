import { createFairTurns, type FairTurns } from '../database/fair-turns.ts'

/** Two thirds of the time of a company's files. */
const restOfCompany = { times: 2, mostMs: 50 }

/**
 * A company's files one after the other, its people in turn, so that its other calls come between and the second thread is there for other
 * companies.
 */
export const createFileTurns = (): FairTurns['run'] =>
  createFairTurns({ maxOfCompany: 1, maxQueuedOfCompany: 40, maxWaitMs: 6_000, restOfCompany }).run
