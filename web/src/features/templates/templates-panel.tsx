import type { Template } from '@casillero/shared/contract/templates'
import { completeTemplate, unknownVariables } from '@casillero/shared/domain/template'
import { useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { describeError } from '../../lib/api.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { EditConflict, EditFoot, useEditedText } from './edited-text.tsx'
import { FormatBar } from './format-bar.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TemplateArea } from './template-area.tsx'
import { templatesCall, useTemplateEdit } from './template-edit.ts'
import { templateProblem } from './template-problem.ts'
import { VariableChips } from './variable-chips.tsx'

function TemplateEditor({ template }: { template: Template }) {
  const id = useId()
  const edit = useTemplateEdit(template)
  const { text } = edit
  const subject = { text, problem: templateProblem(text), thing: 'La plantilla', name: template.title }
  const { field, save, error } = useEditedText(edit, subject)
  return (
    <div className="grid @min-[600px]/page:grid-cols-[minmax(0,1fr)_260px] items-start gap-4">
      <Surface className="min-w-0 overflow-clip">
        <EditorHead id={`${id}-title`} title={template.title} isDirty={edit.isDirty} />
        <FormatBar length={text.length} onFormat={field.format} />
        <EditConflict edit={edit} />
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
        <EditFoot
          edit={edit}
          isOriginal={text === template.defaultContent}
          onRestore={() => field.restore(template.defaultContent)}
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
