/** Restores the focus after the pressed button has disappeared. */
export const focusFilters = (button = 'button') =>
  document.querySelector<HTMLElement>(`[data-filters] ${button}`)?.focus()
