import { wrapSelection } from '@casillero/shared/domain/message-format'

export type TextSelection = { start: number; end: number }

/** `select` is what is selected afterwards. */
export type TextEdit = { from: number; to: number; text: string; select: readonly [number, number] }

export function insertText({ start, end }: TextSelection, text: string): TextEdit {
  return { from: start, to: end, text, select: [start + text.length, start + text.length] }
}

/** Undefined where there is no text to format. */
export function formatSelection(
  text: string,
  { start, end }: TextSelection,
  style: Parameters<typeof wrapSelection>[3],
): TextEdit | undefined {
  if (text.slice(start, end).trim() === '') return undefined
  const whole = wrapSelection(text, start, end, style)
  const until = whole.length - (text.length - end)
  return { from: start, to: end, text: whole.slice(start, until), select: [start, until] }
}

/** As a person would, so that Ctrl+Z takes it back and the field's listener hears of it. */
export function typeInto(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus()
  field.setSelectionRange(edit.from, edit.to)
  document.execCommand('insertText', false, edit.text)
  field.setSelectionRange(...edit.select)
}
