/** A button that goes as it is pressed takes the focus along. */
export const focusFilters = (button = 'button') =>
  document.querySelector<HTMLElement>(`[data-filters] ${button}`)?.focus()
