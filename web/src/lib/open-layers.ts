/** A dialog, sheet or drawer, which closes before the screen is left. */
export type Layer = {
  close: () => void
  /** True while something in it is unsaved or being saved. */
  holds: () => boolean
  /** A question adds no step to the history, because the browser may still be going back. */
  isQuestion: boolean
}

let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Layer[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** Returns the function that removes the layer. */
export function openLayer(layer: Layer): () => void {
  change([...layers, layer])
  return () => change(layers.filter((one) => one !== layer))
}

export const openLayers = (): readonly Layer[] => layers

export const layersWithStep = (): readonly Layer[] => layers.filter(({ isQuestion }) => !isQuestion)

/** Closes the top layer first. Only layers with a step of the history, and only `known` ones. */
export function closeLayersAbove(count: number, known: readonly Layer[]): void {
  const closing = layersWithStep()
    .slice(count)
    .filter((layer) => known.includes(layer))
  // Removed from the list now, because their components unmount a render later.
  if (closing.length > 0) change(layers.filter((layer) => !closing.includes(layer)))
  for (const layer of closing.toReversed()) layer.close()
}

export function watchLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
