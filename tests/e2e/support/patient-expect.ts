import { expect as plainExpect } from '@playwright/test'
import { longestSightMs } from '../../support/patience.ts'

/** Waits as patiently as the stories do where no runner sets how long: in the pictures, which a loaded machine takes slowly. */
export const expect = plainExpect.configure({ timeout: longestSightMs })
