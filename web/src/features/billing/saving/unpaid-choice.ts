import { create } from 'zustand'

const key = 'invoiceUnpaid'

/** docs/product/invoices.md, "Checks before creating". */
export const useUnpaidChoice = create<{ isUnasked: boolean }>(() => ({
  isUnasked: localStorage.getItem(key) === 'unasked',
}))

export function chooseUnpaid(isUnasked: boolean): void {
  localStorage.setItem(key, isUnasked ? 'unasked' : 'ask')
  useUnpaidChoice.setState({ isUnasked })
}
