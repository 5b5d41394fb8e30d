/** Never shortened; wraps to a second line. */
export function Tracking({ children }: { children: string }) {
  return <span className="block break-all text-tracking tabular-nums">{children}</span>
}
