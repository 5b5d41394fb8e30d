/**
 * Gives the letters that a company's mailbox numbers begin with: the prefix that an admin has set, or else the first three
 * letters of the subdomain, filled up with X. Always upper case.
 * docs/product/clients.md, "Mailbox number".
 */
export function casilleroPrefix(subdomain: string, setPrefix: string | null): string {
  const letters = subdomain
    .replace(/[^a-z]/gi, '')
    .slice(0, 3)
    .padEnd(3, 'X')
  return (setPrefix || letters).toUpperCase()
}

/**
 * Makes a client's mailbox number of the prefix and the company's counter with at least four digits: `DEM0001`.
 * docs/product/clients.md, "Mailbox number".
 */
export function casilleroCode(prefix: string, number: number): string {
  return prefix + String(number).padStart(4, '0')
}
