export const fieldOfPackage = (id: string): string => `package-${id}`

/** Brings the cursor to the control marked with `data-field`, once what was just decided is on the screen. */
export function focusField(field: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)?.focus()
  })
}
