type Tag = { name: string; description: string }

const sessions: Tag = {
  name: 'Sessions',
  description: 'Signing in with its second step, the own account and its sessions.',
}
const company: Tag = { name: 'Company', description: 'The company of the host, and its WhatsApp.' }
const clients: Tag = {
  name: 'Clients',
  description: 'Who receives packages, with their account, statement and pickers.',
}
const invoices: Tag = { name: 'Invoices', description: 'Invoices, their payments, links and papers.' }
const cash: Tag = { name: 'Cash', description: 'Drawers, and their sessions from opening to closing.' }
const debts: Tag = { name: 'Debts', description: 'What clients owe, and what they pay over several invoices.' }
const reports: Tag = {
  name: 'Reports',
  description: 'Figures and sums of a period; of money for those who may see it.',
}
const programs: Tag = { name: 'Programs', description: 'Access tokens and webhooks; for people who signed in alone.' }
const messages: Tag = { name: 'Messages', description: 'What clients are told by WhatsApp.' }
const packages: Tag = { name: 'Packages', description: 'Boxes that were received, their status, labels and owners.' }

/** Groups of which more is to say than the first part of their address. */
const tags: Record<string, Tag> = {
  health: company,
  auth: sessions,
  account: sessions,
  companies: company,
  company,
  client: clients,
  clients,
  search: { name: 'Search', description: 'Clients, packages and invoices by one text.' },
  tariffs: { name: 'Tariffs', description: 'Prices per pound, by sea and by air.' },
  statuses: { name: 'Statuses', description: 'The company’s own list of what a package can be.' },
  currencies: { name: 'Currencies', description: 'Currencies and their two rates against US$ 1.' },
  charges: { name: 'Charges', description: 'What is charged beside the freight.' },
  'shipping-methods': { name: 'Shipping methods', description: 'How an invoiced package is brought to the door.' },
  'list-views': { name: 'Views', description: 'The named filters of lists.' },
  packages,
  receptions: packages,
  waiting: packages,
  prealerts: packages,
  invoices,
  payments: invoices,
  dispatches: { name: 'Dispatches', description: 'Shipments of invoices that leave with a carrier.' },
  'invoice-shipments': {
    name: 'Shipments of invoices',
    description: 'Invoices that are sent to their client, and their way.',
  },
  handovers: { name: 'Hand-overs', description: 'Which packages left the counter together, and who took them.' },
  shipments: { name: 'Shipments', description: 'The packages that leave the warehouse together.' },
  'cash-drawers': cash,
  'cash-sessions': cash,
  debts,
  collections: debts,
  vouchers: debts,
  dashboard: reports,
  reports,
  imports: { name: 'Imports', description: 'Files of which rows are written, and taking that back.' },
  users: { name: 'Users', description: 'The staff of the company.' },
  conversations: messages,
  templates: messages,
  'auto-answers': messages,
  messages,
  'access-tokens': programs,
  webhooks: programs,
  audit: { name: 'Log', description: 'Every write, with its user and the values before and after.' },
}

/** The first part of its address, and what it is called. */
export function findTag(path: string): Tag {
  const part = path.split('/')[2] ?? ''
  const name = part.charAt(0).toUpperCase() + part.slice(1).replaceAll('-', ' ')
  return tags[part] ?? { name, description: `The calls of /api/${part}.` }
}
