const dayMs = 86_400_000

/** Undefined if the days are valid, or one is missing. Never throws. docs/product/reports.md, "Reports". */
export function refusalOfDays(from: string | undefined, to: string | undefined): string | undefined {
  if (!from || !to) return undefined
  if (from > to) return 'La fecha final es anterior a la inicial'
  return Date.parse(to) - Date.parse(from) > 366 * dayMs ? 'Elija un período de un año como máximo' : undefined
}
