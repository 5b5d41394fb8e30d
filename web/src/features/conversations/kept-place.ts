/** The entry from which the user went to other work, by conversation; for the way back. */
const places = new Map<string, string>()

export const keepPlace = (conversationId: string, entryId: string) => places.set(conversationId, entryId)

/** Undefined unless the user comes back; once. */
export function takePlace(conversationId: string): string | undefined {
  const place = places.get(conversationId)
  places.delete(conversationId)
  return place
}
