import type { PackageFields } from './package-draft.ts'

/**
 * Brings the cursor to another field of the same form within the event of the key: what a scanner sends next already lands there.
 * The form library's own `setFocus` waits for a timer.
 */
export const focusField = (from: HTMLElement | null, name: keyof PackageFields): void => findField(from, name)?.focus()

/** Brings it to the first field within `box`. */
export const focusFirst = (box: HTMLElement | null): void => box?.querySelector('input')?.focus()

/** Says whether the cursor stands in that field and nothing is written there yet. */
export function isWaiting(from: HTMLElement | null, name: keyof PackageFields): boolean {
  const field = findField(from, name)
  return field !== undefined && field === document.activeElement && field.value === ''
}

/** The input of that name in the same form. */
export function findField(from: HTMLElement | null, name: keyof PackageFields): HTMLInputElement | undefined {
  const field = from?.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}
