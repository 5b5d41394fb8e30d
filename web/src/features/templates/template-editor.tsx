import type { Template } from '@casillero/shared/contract/templates'
import { CircleDot, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { UnsavedWork } from '../../lib/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { FormatBar, type TextStyle } from './format-bar.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TemplateArea } from './template-area.tsx'
import { useTemplateEdit } from './template-edit.ts'
import { templateProblem } from './template-problem.ts'
import { formatSelection, insertText, type TextEdit, typeInto } from './text-edit.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { VariableChips } from './variable-chips.tsx'

/** One text: written at the left, seen as the client will at the right. */
export function TemplateEditor({ template }: { template: Template }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const wasFocused = useRef(false)
  const [hasTried, setHasTried] = useState(false)
  const edit = useTemplateEdit(template)
  const { text } = edit
  const problem = templateProblem(text)
  // An empty field says what is missing only when the user saves it.
  const error = hasTried || text.trim() !== '' ? problem : undefined

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
  const format = (style: TextStyle) => {
    if (!change((selection) => formatSelection(text, selection, style))) {
      toastError('Selecciona el texto que quieres formatear')
    }
  }
  const restore = () => {
    const { defaultContent } = template
    change(() => ({ from: 0, to: text.length, text: defaultContent, select: [0, 0] }))
  }
  const save = async (): Promise<boolean> => {
    setHasTried(true)
    if (problem === undefined) return await edit.save()
    field.current?.focus()
    return false
  }
  useUnsavedWork(edit.isDirty, {
    isLostBy: leavesText,
    ask: (answers) => <UnsavedDialog name={template.title} onSave={save} {...answers} />,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !edit.isDirty) return
    event.preventDefault()
    void save()
  }

  return (
    <div className="grid @min-[600px]/page:grid-cols-[minmax(0,1fr)_260px] items-start gap-4">
      <Surface className="min-w-0 overflow-clip">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2">
          <h2 id={`${id}-title`} className="mr-auto font-semibold text-card">
            {template.title}
          </h2>
          <p role="status" className="flex items-center gap-1.5 font-medium text-[12px] text-yellow-text leading-4">
            {edit.isDirty && (
              <>
                <CircleDot size={13} aria-hidden="true" />
                Cambios sin guardar
              </>
            )}
          </p>
        </div>
        <FormatBar length={text.length} onFormat={format} />
        {edit.conflict !== undefined && (
          <div role="alert" className="px-4 pt-3">
            <Note tone="yellow">
              <p>{edit.conflict}. Lo que usted escribió sigue aquí.</p>
              <Button className="mt-2" onClick={edit.reload}>
                Recargar
              </Button>
            </Note>
          </div>
        )}
        <TemplateArea
          ref={field}
          aria-labelledby={`${id}-title`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={text}
          onFocus={() => {
            wasFocused.current = true
          }}
          onKeyDown={onKeyDown}
          onChange={(event) => edit.change(event.target.value)}
        />
        <div aria-live="polite" className="px-4 empty:hidden *:py-2.5">
          {error !== undefined && <FieldFoot id={id} error={error} />}
        </div>
        <VariableChips onInsert={(token) => change((selection) => insertText(selection, token))} />
        <div className="sticky bottom-0 flex items-center justify-between gap-2 border-line border-t bg-surface-2 px-4 py-3">
          <Button
            variant="ghost"
            icon={<RotateCcw size={15} aria-hidden="true" />}
            disabled={text === template.defaultContent}
            onClick={restore}
          >
            Texto original
          </Button>
          <Button
            variant="primary"
            disabled={!edit.isDirty && !edit.isSaving}
            busy={edit.isSaving}
            busyLabel="Guardando..."
            onClick={() => void save()}
          >
            Guardar
          </Button>
        </div>
      </Surface>
      <MessagePreview text={text} />
    </div>
  )
}

/** The text that is open stands in the address too. */
const leavesText: UnsavedWork['isLostBy'] = (from, to) => from.pathname !== to.pathname || from.search !== to.search
