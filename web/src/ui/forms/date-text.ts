import { isDay } from './day.ts'

/** `2026-11-21` becomes `21/11/2026`; any other text is unchanged. */
export function dayText(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return year === undefined ? value : `${day}/${month}/${year}`
}

/** Returns `YYYY-MM-DD`, or undefined if the text is not a day. */
export function typedDay(text: string): string | undefined {
  const typed = text.trim()
  const [, year, month = '', day = ''] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ??
    toIsoOrder(/^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed))
  if (year === undefined) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

const toIsoOrder = (match: RegExpExecArray | null): string[] =>
  match === null ? [] : ['', match[3] ?? '', match[2] ?? '', match[1] ?? '']

/** Adds the next slash while typing, but not while deleting. */
export const withSlash = (text: string, before: string): string =>
  text.length > before.length
    ? text.replace(/^(\d\d(?:\/\d\d)?)(\d?)$/, '$1/$2').replace(/^(\d\d\/(?:\d\d\/)?)[/. -]$/, '$1')
    : text
