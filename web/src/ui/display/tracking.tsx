/** A long number that keeps its end in sight; the page's text stays whole. */
export function Tracking({ children }: { children: string }) {
  return (
    <span dir="rtl" title={children} className="block truncate text-left text-tracking tabular-nums">
      <bdi dir="ltr">{children}</bdi>
    </span>
  )
}
