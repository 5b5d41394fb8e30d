/** Wraps before the `@` rather than within a word, where the whole does not fit. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className="wrap-anywhere" title={children}>
      {children.slice(0, Math.max(at, 0))}
      <wbr />
      {children.slice(Math.max(at, 0))}
    </span>
  )
}
