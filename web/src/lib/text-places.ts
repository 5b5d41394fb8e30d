/** Adds each part's start position, which serves as its key. */
export function addPlaces<Part extends { text: string }>(parts: readonly Part[]): (Part & { place: number })[] {
  let place = 0
  return parts.map((part) => {
    const named = { ...part, place }
    place += part.text.length
    return named
  })
}
