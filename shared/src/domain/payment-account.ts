/** A bank account into which clients pay; the currency is as people write it. */
export type PaymentAccount = { bank: string; currency: string; number: string; holder: string }

/** The most accounts of a company. */
export const mostPaymentAccounts = 5

/** Writes an account in one line: `BAC · C$ · 361234567 · Envíos Express`. */
export const formatPaymentAccount = ({ bank, currency, number, holder }: PaymentAccount): string =>
  [bank, currency, number, holder].join(' · ')
