/** The form of a company's subdomain: one DNS label in lower case. docs/product/companies-and-users.md, "Subdomains". */
export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** True for labels in punycode, which new companies cannot have: their letters can look like another company's. */
export const isEncodedLabel = (subdomain: string): boolean => subdomain.slice(2, 4) === '--'

/** The companies whose admins may open the Empresas screen. docs/product/operator.md, "Who may". */
export const operatorSubdomains: readonly string[] = ['desarrollo', 'master', 'adriandev']

/** The companies whose admins also see the Empresas menu item. docs/product/operator.md, "Who may". */
export const operatorMenuSubdomains: readonly string[] = ['desarrollo', 'master']

/** The names that a new company cannot take. docs/product/companies-and-users.md, "Subdomains". */
export const reservedSubdomains: readonly string[] = [
  ...['www', 'api', 'app', 'admin', 'mail', 'smtp', 'ftp', 'static', 'assets', 'logos', 'cdn', 'status', 'help'],
  ...['support', 'login', 'localhost'],
  ...operatorSubdomains,
]

/** The domain of names that every browser resolves to its own machine: an installation for trials and development. */
export const localDomain = 'localhost'

const authority = /^([A-Za-z0-9.-]{1,254})(?::[0-9]{1,5})?$/
const ipv4LastLabel = /^(?:[0-9]+|0x[0-9a-f]*)$/

/**
 * Names the company that a host stands for: its first label, in lower case, when it has more than two labels.
 * Takes a Host header or `location.host`; the port and one trailing dot do not count.
 * Returns null for an IP address and for everything that is not a well-formed host name; with `baseDomain`, in lower case such as
 * `casillero.com`, also for every host that is not `<company>.<baseDomain>`, and with `localDomain` for every one that does not end
 * with it.
 * docs/product/companies-and-users.md, "Host and company".
 */
export function readSubdomain(host: string, baseDomain?: string): string | null {
  const name = authority.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '')
  if (name === undefined || name.length > 253) return null
  const labels = name.split('.')
  if (labels.length <= 2 || !labels.every((label) => subdomainPattern.test(label))) return null
  // Every program that resolves hosts reads a numeric last label as an IPv4 address, so such a host names no company.
  if (ipv4LastLabel.test(labels.at(-1) ?? '')) return null
  const isLocal = baseDomain === localDomain && labels.at(-1) === localDomain
  if (baseDomain !== undefined && !isLocal && name !== `${labels[0]}.${baseDomain}`) return null
  return labels[0] ?? null
}
