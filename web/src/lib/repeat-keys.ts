/** Later the same is meant anew. */
const rememberedMs = 10 * 60_000

type Kept = { key: string; at: number }

const toPlain = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/** Equal where two calls send the same. */
export const serialise = (...sent: unknown[]): string => JSON.stringify(sent, (_name, value) => toPlain(value))

/**
 * `keyOf` gives a fresh key for a content, or that of the same content whose answer was lost, so that pressing again saves once. What was
 * answered is forgotten.
 */
export function createRepeatKeys(newKey: () => string) {
  const kept = new Map<string, Kept>()
  return {
    keyOf(content: string): string {
      const before = kept.get(content)
      const isRemembered = before !== undefined && Date.now() - before.at < rememberedMs
      const key = isRemembered ? before.key : newKey()
      kept.set(content, { key, at: Date.now() })
      return key
    },
    forget(content: string): void {
      kept.delete(content)
    },
  }
}
