/** Null where it ended. */
type PhoneProof = { isProven: boolean; code: string | null }

/** And what is to be written from it where it is not. docs/product/clients.md, "Phones". */
export function describePhoneProof({ isProven, code }: PhoneProof): string {
  if (isProven) return 'Confirmado'
  if (code === null) return 'Sin confirmar. Guarde otra vez para recibir un código.'
  return `Sin confirmar. Para usarlo, escriba desde ese número por WhatsApp: VINCULAR ${code}`
}
