import type { PackageFields } from './package-draft.ts'

/** Synchronous, because a scanner's next key must land there. The form library's `setFocus` waits for a timer. */
export const focusField = (from: HTMLElement | null, name: keyof PackageFields): void => findField(from, name)?.focus()

/** Focuses the first field within `box`. */
export const focusFirst = (box: HTMLElement | null): void => box?.querySelector('input')?.focus()

/** True if the focused field is still empty. */
export function isWaiting(from: HTMLElement | null, name: keyof PackageFields): boolean {
  const field = findField(from, name)
  return field !== undefined && field === document.activeElement && field.value === ''
}

export function findField(from: HTMLElement | null, name: keyof PackageFields): HTMLInputElement | undefined {
  const field = from?.closest('form')?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}
