/** Reads as the router does: without host and query, escapes decoded. Undefined for a broken escape. */
export function readPath(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? ''
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
