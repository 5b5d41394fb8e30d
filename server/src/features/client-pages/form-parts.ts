import { createElement as h, type ReactNode } from 'react'
import type { FieldErrors } from '../own-account/own-data.ts'

type FieldProps = {
  name: string
  label: ReactNode
  value: string
  error: string | undefined
  type?: string
  autoComplete?: string
  inputMode?: 'decimal' | 'text'
  hint?: string
}

export const Field = ({
  name,
  label,
  value,
  error,
  type = 'text',
  autoComplete = 'off',
  inputMode,
  hint,
}: FieldProps) =>
  h(
    'div',
    null,
    h('label', { htmlFor: name }, label),
    h('input', {
      id: name,
      name,
      type,
      autoComplete,
      ...(inputMode === undefined ? {} : { inputMode }),
      defaultValue: value,
      ...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
    }),
    hint === undefined ? null : h('small', null, hint),
    error === undefined ? null : h('small', { id: `${name}-error`, className: 'error' }, error),
  )

type FileFieldProps = { label: string; hint: string; error: string | undefined; isRequired?: boolean }

export function FileField({ label, hint, error, isRequired }: FileFieldProps) {
  const notes = error === undefined ? 'file-hint' : 'file-hint file-error'
  return h(
    'div',
    null,
    h('label', { htmlFor: 'file' }, label),
    h(
      'div',
      { className: 'pick' },
      h('input', {
        id: 'file',
        name: 'file',
        type: 'file',
        accept: 'image/png,image/jpeg,image/webp,application/pdf',
        ...(isRequired ? { required: true } : {}),
        'aria-describedby': notes,
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      }),
      // Shown by the script in the place of the browser's own button.
      h(
        'div',
        { className: 'shown', hidden: true, 'aria-hidden': true },
        h('canvas', { hidden: true }),
        h('span', null, h('b'), h('small'), h('span', { className: 'button' }, 'Agregar foto o PDF')),
      ),
    ),
    h('small', { id: 'file-hint' }, hint),
    error === undefined ? null : h('small', { id: 'file-error', className: 'error' }, error),
  )
}

export type Outcome = { isSaved: boolean; errors?: FieldErrors | undefined }

/** Stands above a form. */
export const Note = ({ isSaved, errors, saved = 'Guardado.' }: Outcome & { saved?: string }) => {
  if (errors) return h('p', { className: 'note wrong', role: 'alert' }, errors.form ?? 'Revise los datos marcados.')
  return isSaved ? h('p', { className: 'note', role: 'status' }, saved) : null
}
