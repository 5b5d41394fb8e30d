import { createFairTurns, type FairTurns } from '../database/fair-turns.ts'

/** Two thirds of the time in which a company's files are made one after the other. */
const restOfCompany = { times: 2, mostMs: 50 }

/**
 * Creates the turns in which files are read and drawn: a company's one after the other, its people in turn, so that its other calls come
 * between many of them, and the second thread is there for other companies. After a file, which its caller has by then, the company
 * rests while more of it waits.
 */
export const createFileTurns = (): FairTurns['run'] =>
  createFairTurns({ maxOfCompany: 1, maxQueuedOfCompany: 40, maxWaitMs: 6_000, restOfCompany }).run
