import { ageSteps } from '@casillero/shared/domain/debt-age'

/** Finds the place of an age, in whole days, among the steps; an age below zero, of a clock that is ahead, is in the first one. */
export const findAgeStep = (days: number): number =>
  Math.max(
    0,
    ageSteps.findLastIndex(({ from }) => days >= from),
  )
