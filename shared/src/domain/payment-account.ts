export type PaymentAccount = { bank: string; currency: string; number: string; holder: string }

export const mostPaymentAccounts = 5

export const formatPaymentAccount = ({ bank, currency, number, holder }: PaymentAccount): string =>
  [bank, currency, number, holder].join(' · ')
