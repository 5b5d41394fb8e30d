/** Whole: on a second line where it has no room. */
export function Tracking({ children }: { children: string }) {
  return <span className="block break-all text-tracking tabular-nums">{children}</span>
}
