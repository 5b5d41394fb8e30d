/** `seers` may see money. */
type Seen = 'all' | 'seers' | 'admins'

/** In the order of their list. docs/product/reports.md, "Reports". */
export const reports = {
  'sales-by-day': 'seers',
  'sales-by-person': 'seers',
  'sales-by-tariff': 'seers',
  'sales-by-method': 'seers',
  'sales-by-charge': 'seers',
  'payments-by-method': 'seers',
  'payments-by-currency': 'seers',
  'payments-by-person': 'seers',
  'debts-by-age': 'seers',
  'pounds-by-client': 'all',
  'new-clients': 'all',
  'new-clients-by-week': 'all',
  'shipments-margin': 'admins',
  promises: 'all',
  'dispatches-by-carrier': 'seers',
  'voided-invoices': 'seers',
  'discounts-given': 'seers',
  'waived-charges': 'seers',
  'waived-storage': 'seers',
  'advances-by-charge': 'seers',
  'waiting-now': 'admins',
  'answers-by-day': 'admins',
  'answers-by-person': 'admins',
  'answers-by-rule': 'admins',
} as const satisfies Record<string, Seen>

export type ReportName = keyof typeof reports

export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]]

/** docs/product/reports.md, "Who sees what". */
export function seesReport(user: { type: string; seesMoneyReports: boolean }, name: ReportName): boolean {
  if (reports[name] === 'all' || user.type === 'admin') return true
  return reports[name] === 'seers' && user.seesMoneyReports
}
