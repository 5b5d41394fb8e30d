/**
 * The path of a request as the router reads it: without host and query, its escapes decoded, so that `/%61pi/` and
 * `http://host/api/` are `/api/`. Undefined for a path with a broken escape, which names nothing.
 */
export function readPath(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? ''
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
