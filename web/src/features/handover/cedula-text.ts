const grouped = /^(\d{3})(\d{6})(\d{4})([a-z])$/i

/** `001-150892-0012K`; other documents stay as they are. */
export function cedulaText(typed: string): string {
  const bare = typed.replace(/[\s-]/g, '')
  const [, place, birth, number, letter] = grouped.exec(bare) ?? []
  return letter === undefined ? typed : `${place}-${birth}-${number}${letter.toUpperCase()}`
}
