import type { PackageFields } from './package-draft.ts'

/** Within the event of the key: a scanner's next one lands there. The form library's `setFocus` waits for a timer. */
export const focusField = (from: HTMLElement | null, name: keyof PackageFields): void => findField(from, name)?.focus()

/** Within `box`. */
export const focusFirst = (box: HTMLElement | null): void => box?.querySelector('input')?.focus()

/** Nothing is written there yet. */
export function isWaiting(from: HTMLElement | null, name: keyof PackageFields): boolean {
  const field = findField(from, name)
  return field !== undefined && field === document.activeElement && field.value === ''
}

export function findField(from: HTMLElement | null, name: keyof PackageFields): HTMLInputElement | undefined {
  const field = from?.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}
