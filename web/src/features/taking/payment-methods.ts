import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'

const toChoice = (value: PaymentMethod) => ({ value, label: paymentMethodNames[value] })

const moneyChoices = (['cash', 'card', 'transfer', 'check'] as const).map(toChoice)
const allChoices = [...moneyChoices, toChoice('credit')]

/** Offers credit only if the client has some, or if it was chosen before. */
export const methodChoices = (hasCredit: boolean): readonly { value: PaymentMethod; label: string }[] =>
  hasCredit ? allChoices : moneyChoices
