/** `Vda. de Ruiz`, `San Martín`, `y López`: a particle belongs to the word after it, as `Ma.` at the beginning does. */
const particle = /^(?:da|das|de|del|dela|di|do|dos|el|la|las|lo|los|san|santa|van|vda\.?|viuda|von|y)$/i
const short = /^m(?:a\.|ª\.?)$/i
const title = /^(?:dra?|lic|licd[ao]|ing|arq|profa?|msc|sr|sra|srta|don|doña|dona|mrs?|ms|miss)\.?$/i

/** Titles are no names, unless nothing else is there. */
export function listNameParts(text: string): string[] {
  const all = text.trim().split(/\s+/)
  const first = Math.max(
    all.findIndex((word) => !title.test(word)),
    0,
  )
  const parts: string[] = []
  let open = ''
  for (const [at, word] of all.slice(first).entries()) {
    const whole = open === '' ? word : `${open} ${word}`
    const isOpen = particle.test(word) || (at === 0 && short.test(word))
    open = isOpen ? whole : ''
    if (!isOpen) parts.push(whole)
  }
  return open === '' ? parts : [...parts, open]
}

/** How a client is greeted: `Ana` of `Dra. Ana Lucía`, `Ma. Elena` of `Ma. Elena del Carmen`. */
export const shortenName = (firstName: string): string => listNameParts(firstName)[0] ?? firstName
