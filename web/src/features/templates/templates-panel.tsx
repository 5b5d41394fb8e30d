import type { Template } from '@casillero/shared/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { describeError } from '../../lib/api.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { templatesCall } from './template-edit.ts'
import { TemplateEditor } from './template-editor.tsx'

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
