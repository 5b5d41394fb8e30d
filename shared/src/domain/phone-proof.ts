/** The code is null after it expired. */
type PhoneProof = { isProven: boolean; code: string | null }

/** Includes what the client must send from it, if it is not proven. docs/product/clients.md, "Phones". */
export function describePhoneProof({ isProven, code }: PhoneProof): string {
  if (isProven) return 'Confirmado'
  if (code === null) return 'Sin confirmar. Guarde otra vez para recibir un código.'
  return `Sin confirmar. Para usarlo, escriba desde ese número por WhatsApp: VINCULAR ${code}`
}
