export type PageEntry = number | 'gap-before' | 'gap-after'

/** A gap never stands for a single page. */
export function pageNumbers(page: number, pages: number): PageEntry[] {
  const current = Math.min(Math.max(page, 1), pages)
  const start = Math.min(current - 1, pages - 2)
  const end = Math.max(current + 1, 3)
  const from = start <= 3 ? 1 : start
  const to = pages - end <= 2 ? pages : end
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [
    ...(from > 1 ? ([1, 'gap-before'] as const) : []),
    ...middle,
    ...(to < pages ? (['gap-after', pages] as const) : []),
  ]
}
