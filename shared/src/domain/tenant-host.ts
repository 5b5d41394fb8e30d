export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Refuses Punycode, whose letters can imitate another company's name. */
export const isEncodedLabel = (subdomain: string): boolean => subdomain.slice(2, 4) === '--'

/** Their admins may open Empresas. docs/product/operator.md, "Who may". */
export const operatorSubdomains: readonly string[] = ['desarrollo', 'master', 'adriandev']

/** Their admins also see it in the menu. docs/product/operator.md, "Who may". */
export const operatorMenuSubdomains: readonly string[] = ['desarrollo', 'master']

/** The names that a new company cannot take. docs/product/companies-and-users.md, "Subdomains". */
export const reservedSubdomains: readonly string[] = [
  ...['www', 'api', 'app', 'admin', 'mail', 'smtp', 'ftp', 'static', 'assets', 'logos', 'cdn', 'status', 'help'],
  ...['support', 'login', 'localhost'],
  ...operatorSubdomains,
]

/** Browsers resolve it to their own machine, for trials and development. */
export const localDomain = 'localhost'

const authority = /^([A-Za-z0-9.-]{1,254})(?::[0-9]{1,5})?$/
const ipv4LastLabel = /^(?:[0-9]+|0x[0-9a-f]*)$/

/**
 * Returns the first of at least three labels in lower case, ignoring the port and one trailing dot. Null for an IP address or a malformed
 * name. With `baseDomain`, null except for `<company>.<baseDomain>`; with `localDomain`, null unless the host ends with it.
 * docs/product/companies-and-users.md, "Host and company".
 */
export function readSubdomain(host: string, baseDomain?: string): string | null {
  const name = authority.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '')
  if (name === undefined || name.length > 253) return null
  const labels = name.split('.')
  if (labels.length <= 2 || !labels.every((label) => subdomainPattern.test(label))) return null
  // All programs read this as an IPv4 address, so it names no company.
  if (ipv4LastLabel.test(labels.at(-1) ?? '')) return null
  const isLocal = baseDomain === localDomain && labels.at(-1) === localDomain
  if (baseDomain !== undefined && !isLocal && name !== `${labels[0]}.${baseDomain}`) return null
  return labels[0] ?? null
}
