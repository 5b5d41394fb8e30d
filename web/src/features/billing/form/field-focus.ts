export const fieldOfPackage = (id: string): string => `package-${id}`

export const fieldOfPayment = (key: number): string => `payment-${key}`

export const fieldOfCharge = (key: number): string => `charge-${key}`

export const focusField = (field: string): void =>
  focusWhenReady(() => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`))

/** Tries for some frames, until the control is rendered and enabled. */
export function focusWhenReady(find: () => HTMLElement | null, frames = 30): void {
  requestAnimationFrame(() => {
    const control = find()
    if (control !== null && control.closest('[inert]') === null) control.focus()
    else if (frames > 0) focusWhenReady(find, frames - 1)
  })
}
