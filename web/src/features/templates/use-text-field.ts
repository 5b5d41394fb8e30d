import { wrapSelection } from '@casillero/shared/domain/message-format'
import { type KeyboardEvent, useRef } from 'react'
import { toastError } from '../../ui/feedback/toast.tsx'
import type { TextStyle } from './format-bar.tsx'

/** Ctrl+Enter runs `onSave`. */
export function useTextField(text: string, onSave: () => void) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wasFocused = useRef(false)

  const change = (plan: (selection: { start: number; end: number }) => TextEdit | undefined) => {
    if (field.current === null) return false
    const { selectionStart, selectionEnd } = field.current
    const selection = wasFocused.current
      ? { start: selectionStart, end: selectionEnd }
      : { start: text.length, end: text.length }
    const made = plan(selection)
    if (made) typeInto(field.current, made)
    return made !== undefined
  }

  return {
    focus: () => field.current?.focus(),
    format: (style: TextStyle) => {
      if (!change((selection) => formatSelection(text, selection, style))) {
        toastError('Selecciona el texto que quieres formatear')
      }
    },
    insert: (token: string) => void change((selection) => insertText(selection, token)),
    restore: (original: string) => void change(() => ({ from: 0, to: text.length, text: original, select: [0, 0] })),
    props: {
      ref: field,
      value: text,
      onFocus: () => {
        wasFocused.current = true
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSave()
      },
    },
  }
}

type TextSelection = { start: number; end: number }

/** `select` is the selection afterwards. */
type TextEdit = { from: number; to: number; text: string; select: readonly [number, number] }

export function insertText({ start, end }: TextSelection, text: string): TextEdit {
  return { from: start, to: end, text, select: [start + text.length, start + text.length] }
}

/** Undefined if there is no text to format. */
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

/** Types like a person, so that Ctrl+Z undoes it and the field's listener runs. */
function typeInto(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus()
  field.setSelectionRange(edit.from, edit.to)
  document.execCommand('insertText', false, edit.text)
  field.setSelectionRange(...edit.select)
}
