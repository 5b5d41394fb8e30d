import type { Template } from '@casillero/shared/contract/templates'
import { completeTemplate, unknownVariables } from '@casillero/shared/domain/template'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, RotateCcw } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { describeError } from '../../lib/api.ts'
import type { UnsavedWork } from '../../lib/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { FormatBar } from './format-bar.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TemplateArea } from './template-area.tsx'
import { templatesCall, useTemplateEdit } from './template-edit.ts'
import { templateProblem } from './template-problem.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { useTextField } from './use-text-field.ts'
import { VariableChips } from './variable-chips.tsx'

function TemplateEditor({ template }: { template: Template }) {
  const id = useId()
  const [hasTried, setHasTried] = useState(false)
  const edit = useTemplateEdit(template)
  const { text } = edit
  const problem = templateProblem(text)
  // An empty field shows its error only after a try to save.
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
        <EditorHead id={`${id}-title`} title={template.title} isDirty={edit.isDirty} />
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
        <EditorFoot
          edit={edit}
          original={template.defaultContent}
          onRestore={field.restore}
          onSave={() => void save()}
        />
      </Surface>
      <MessagePreview text={completeTemplate(template.key, text)} />
    </div>
  )
}

type EditorHeadProps = { id: string; title: string; isDirty: boolean }

function EditorHead({ id, title, isDirty }: EditorHeadProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2">
      <h2 id={id} className="mr-auto font-semibold text-card">
        {title}
      </h2>
      <p role="status" className="flex items-center gap-1.5 font-medium text-[12px] text-yellow-text leading-4">
        {isDirty && (
          <>
            <CircleDot size={13} aria-hidden="true" />
            Cambios sin guardar
          </>
        )}
      </p>
    </div>
  )
}

type EditorFootProps = {
  edit: ReturnType<typeof useTemplateEdit>
  original: string
  onRestore: (text: string) => void
  onSave: () => void
}

function EditorFoot({ edit, original, onRestore, onSave }: EditorFootProps) {
  return (
    <div className="sticky bottom-0 flex items-center justify-between gap-2 border-line border-t bg-surface-2 px-4 py-3">
      <Button
        variant="ghost"
        icon={<RotateCcw size={15} aria-hidden="true" />}
        disabled={edit.text === original}
        onClick={() => onRestore(original)}
      >
        Texto original
      </Button>
      <Button
        variant="primary"
        disabled={!edit.isDirty && !edit.isSaving}
        busy={edit.isSaving}
        busyLabel="Guardando..."
        onClick={onSave}
      >
        Guardar
      </Button>
    </div>
  )
}

/** The open text is part of the address too. */
const leavesText: UnsavedWork['isLostBy'] = (from, to) => from.pathname !== to.pathname || from.search !== to.search

const failed = 'Error al cargar las plantillas'

export function TemplatesPanel() {
  const [params] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  const hasRoom = useIsAtLeast(box, 820)
  const query = useQuery({ ...templatesCall, meta: { failed } })
  const templates = query.data?.data
  const open = templates?.find(({ key }) => key === params.get('plantilla')) ?? templates?.[0]

  return (
    <div ref={box} className={hasRoom ? 'grid grid-cols-[220px_minmax(0,1fr)] items-start gap-4' : 'grid gap-3'}>
      {templates !== undefined && open !== undefined ? (
        <>
          {hasRoom ? (
            <TemplateList templates={templates} open={open} />
          ) : (
            <TemplateSelect templates={templates} open={open} />
          )}
          <TemplateEditor key={open.id} template={open} />
        </>
      ) : (
        <Surface className="col-span-full">
          {query.isError ? (
            <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
          ) : templates === undefined ? (
            <SkeletonRows height={44} label="Cargando..." />
          ) : (
            <EmptyState title="No se encontraron plantillas" />
          )}
        </Surface>
      )}
    </div>
  )
}

type ChoiceProps = { templates: readonly Template[]; open: Template }

const buildAddress = ({ key }: Template) => ({ search: `?plantilla=${key}` })

function TemplateList({ templates, open }: ChoiceProps) {
  return (
    <Surface className="p-2">
      <nav aria-label="Plantillas" className="grid gap-px">
        {templates.map((template) => (
          <Link
            key={template.id}
            to={buildAddress(template)}
            aria-current={template.id === open.id ? 'true' : undefined}
            className="flex min-h-[37px] items-center justify-between gap-2 rounded-md px-2.5 py-2 text-body hover:bg-surface-2 aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text"
          >
            {template.title}
            {template.isCustomized && <span className="font-normal text-[12px] text-muted leading-4">Editada</span>}
          </Link>
        ))}
      </nav>
    </Surface>
  )
}

function TemplateSelect({ templates, open }: ChoiceProps) {
  const navigate = useNavigate()
  return (
    <SelectInput
      aria-label="Plantilla"
      value={open.id}
      onChange={(event) => {
        const next = templates.find(({ id }) => id === event.target.value)
        if (next) void navigate(buildAddress(next))
      }}
    >
      {templates.map((template) => (
        <option key={template.id} value={template.id}>
          {template.isCustomized ? `${template.title} (editada)` : template.title}
        </option>
      ))}
    </SelectInput>
  )
}
