/** Durations in the gateway, in milliseconds; the defaults are those of the recordings. */
export type FakeWahaTimes = {
  /** The time from STARTING to the QR, or to WORKING where a phone is linked. */
  startMs: number
  /** The life of the first QR, which is longer than that of the others. */
  firstQrMs: number
  nextQrMs: number
  stopMs: number
  logoutMs: number
  /** The wait of a call inside the gateway for a session in another status, or one that does not run. */
  wrongStatusMs: number
  notRunningMs: number
  /** The longest wait of a call that starts or stops a session for another such call. */
  lockMs: number
  /** The time from a dropped connection to STARTING. */
  dropMs: number
  /** The time between two tries to reach WhatsApp. */
  reconnectMs: number
  /** The time of a stop where WhatsApp has never answered. */
  hungStopMs: number
  /** The times from a message to its acknowledgements, by the phone and by the reader. The server's does not come. */
  acksMs: [number, number]
  slowMs: number
  /** The length of a second of a webhook's retry policy. */
  retrySecondMs: number
}

export const realTimes: FakeWahaTimes = {
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

/** Short times for tests, with the same order of events. */
export const quickTimes: FakeWahaTimes = {
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

/** The count of QRs after which a session gives up. */
export const qrCount = 6

/** The count of refused connections after which the gateway gives up. */
export const connectTries = 60
