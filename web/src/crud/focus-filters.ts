/** Gives the focus to a button of the filters, unless one is named the first: a button that goes as it is pressed takes the focus along. */
export const focusFilters = (button = 'button') =>
  document.querySelector<HTMLElement>(`[data-filters] ${button}`)?.focus()
