const dayMs = 86_400_000

/**
 * Why a report is not made of these days (`YYYY-MM-DD`), as a sentence for people; undefined where it is, or where one of them is not
 * named. Never throws.
 * docs/product/reports.md, "Reports".
 */
export function refusalOfDays(from: string | undefined, to: string | undefined): string | undefined {
  if (!from || !to) return undefined
  if (from > to) return 'La fecha final es anterior a la inicial'
  return Date.parse(to) - Date.parse(from) > 366 * dayMs ? 'Elija un período de un año como máximo' : undefined
}
