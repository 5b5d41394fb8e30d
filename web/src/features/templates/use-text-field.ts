import { type KeyboardEvent, useRef } from 'react'
import { toastError } from '../../ui/feedback/toast.tsx'
import type { TextStyle } from './format-bar.tsx'
import { formatSelection, insertText, type TextEdit, typeInto } from './text-edit.ts'

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
