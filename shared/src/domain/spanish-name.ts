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

/** After a comma, these are not names: `JR.` and company forms. */
const suffix = /^(?:[sj]r|i{2,3}|s\.? ?a|s\.? ?de ?r\.? ?l|y c[ií]a|c[ií]a|ltda|inc|llc|corp|co)\.?(?:\W.*)?$/i

/** Takes the surnames before a comma. Without one, the last two parts; of two parts, the last; of one, none. */
export function splitName(name: string): { firstName: string; middleName: string; lastNames: string } {
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim())
  const isReversed = before !== '' && after !== '' && more.length === 0 && !suffix.test(after)
  const parts = listNameParts(isReversed ? after : name)
  const surnames = isReversed ? listNameParts(before) : parts.splice(Math.max(parts.length - 2, 1))
  const [firstName = '', ...middle] = parts
  return { firstName, middleName: middle.join(' '), lastNames: surnames.join(' ') }
}

/** What a person calls themselves on WhatsApp, without signs and emoji; nothing of what is no name (`505 Cargo`, `❤️`). */
export function splitOwnName(text: string): ReturnType<typeof splitName> {
  const name = text
    .normalize()
    .replace(/[^\p{L}\p{N}\s,.'’-]/gu, ' ')
    .trim()
  return /\p{N}/u.test(name) ? splitName('') : splitName(name)
}
