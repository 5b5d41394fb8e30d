type Named = { firstName: string; middleName: string | null; lastNames: string }

/** The whole name, as lists of clients and papers have it. */
export const clientName = ({ firstName, middleName, lastNames }: Named): string =>
  [firstName, middleName, lastNames].filter(Boolean).join(' ')
