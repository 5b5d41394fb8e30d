/** How long things take in the gateway, in milliseconds; the defaults are those of the recordings. */
export type StandInTimes = {
  /** From STARTING to the QR, or to WORKING where a phone is linked. */
  startMs: number
  /** The first QR lives longer than the ones after it. */
  firstQrMs: number
  nextQrMs: number
  stopMs: number
  logoutMs: number
  /** How long a call waits inside the gateway for a session that is in another status, or does not run at all. */
  wrongStatusMs: number
  notRunningMs: number
  /** How long one call that starts or stops a session waits for another one. */
  lockMs: number
  /** From a dropped connection to STARTING. */
  dropMs: number
  /** Between two tries to reach WhatsApp. */
  reconnectMs: number
  /** The time of stopping where WhatsApp has never answered. */
  hungStopMs: number
  /** From a message to each of its acknowledgements: the phone's and the reader's. That of the server does not come. */
  acksMs: [number, number]
  slowMs: number
  /** The length of a second of a webhook's retry policy. */
  retrySecondMs: number
}

export const realTimes: StandInTimes = {
  startMs: 1_000,
  firstQrMs: 60_000,
  nextQrMs: 20_000,
  stopMs: 3_000,
  logoutMs: 4_000,
  wrongStatusMs: 10_000,
  notRunningMs: 5_000,
  lockMs: 5_000,
  dropMs: 2_000,
  reconnectMs: 2_000,
  hungStopMs: 11_000,
  acksMs: [1_500, 6_000],
  slowMs: 4_000,
  retrySecondMs: 1_000,
}

/** The same order of events for tests, which wait for nothing. */
export const quickTimes: StandInTimes = {
  startMs: 5,
  firstQrMs: 2_000,
  nextQrMs: 2_000,
  stopMs: 5,
  logoutMs: 5,
  wrongStatusMs: 5,
  notRunningMs: 5,
  lockMs: 200,
  dropMs: 5,
  reconnectMs: 5,
  hungStopMs: 5,
  acksMs: [2, 3],
  slowMs: 20,
  retrySecondMs: 5,
}

/** After the last of them an unused session gives up. */
export const qrCount = 6

/** After so many connections that were refused it gives up. */
export const connectTries = 60
