import type { Template } from '@casillero/shared/contract/templates'
import { unknownVariables } from '@casillero/shared/domain/template'
import { CircleDot, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import type { UnsavedWork } from '../../lib/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { FormatBar } from './format-bar.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TemplateArea } from './template-area.tsx'
import { useTemplateEdit } from './template-edit.ts'
import { templateProblem } from './template-problem.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { useTextField } from './use-text-field.ts'
import { VariableChips } from './variable-chips.tsx'

export function TemplateEditor({ template }: { template: Template }) {
  const id = useId()
  const [hasTried, setHasTried] = useState(false)
  const edit = useTemplateEdit(template)
  const { text } = edit
  const problem = templateProblem(text)
  // An empty field says what is missing only when the user saves it.
  const error = hasTried || text.trim() !== '' ? problem : undefined

  const save = async (): Promise<boolean> => {
    setHasTried(true)
    if (problem === undefined) return await edit.save()
    field.focus()
    return false
  }
  const field = useTextField(text, () => {
    if (edit.isDirty) void save()
  })
  useUnsavedWork(edit.isDirty, {
    isLostBy: leavesText,
    ask: (answers) => <UnsavedDialog thing="La plantilla" name={template.title} onSave={save} {...answers} />,
  })
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
        <FormatBar length={text.length} onFormat={field.format} />
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
          {...field.props}
          listUnknown={unknownVariables}
          aria-labelledby={`${id}-title`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => edit.change(event.target.value)}
        />
        <div aria-live="polite" className="px-4 empty:hidden *:py-2.5">
          {error !== undefined && <FieldFoot id={id} error={error} />}
        </div>
        <VariableChips onInsert={field.insert} />
        <div className="sticky bottom-0 flex items-center justify-between gap-2 border-line border-t bg-surface-2 px-4 py-3">
          <Button
            variant="ghost"
            icon={<RotateCcw size={15} aria-hidden="true" />}
            disabled={text === template.defaultContent}
            onClick={() => field.restore(template.defaultContent)}
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
