/** Longer than a person tries the same again after a lost answer; later the same is meant anew. */
const rememberedMs = 10 * 60_000

type Kept = { key: string; at: number }

const toPlain = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/** The text that two calls have in common when they are the same in all that is sent. */
export const serialise = (...sent: unknown[]): string => JSON.stringify(sent, (_name, value) => toPlain(value))

/**
 * Creates the `Idempotency-Key`s of calls that bring none of their own: `keyOf` gives a fresh one for a content, or that of the same
 * content whose answer was lost, so that pressing again saves once. What was answered is forgotten: the same content is meant anew then.
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
