type Named = { firstName: string; middleName: string | null; lastNames: string }

export const clientName = ({ firstName, middleName, lastNames }: Named): string =>
  [firstName, middleName, lastNames].filter(Boolean).join(' ')
