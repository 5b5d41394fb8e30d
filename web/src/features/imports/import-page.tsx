import type { ImportLoad } from '@casillero/shared/contract/imports'
import { type ImportKind, importKinds, importNames } from '@casillero/shared/domain/import-fields'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { lists } from './import-texts.ts'
import { PreviewStep } from './preview-step.tsx'
import { RunStep } from './run-step.tsx'
import { type Step, Steps } from './steps.tsx'

/** In milliseconds. */
const pollMs = 1_000

const isKind = (kind: string | undefined): kind is ImportKind => importKinds.some((one) => one === kind)

/** A user may look at the columns again before the load. */
function chooseStep({ status }: ImportLoad, wanted: string | null): Step {
  if (status === 'mapping') return 'columns'
  if (status === 'preview') return wanted === 'columnas' ? 'columns' : 'preview'
  return 'run'
}

/** docs/product/imports.md, "Screen". */
export function ImportPage() {
  const { kind, id } = useParams()
  if (!isKind(kind)) return <Navigate to="/dashboard" replace />
  // Another load is another page, which keeps nothing of the one before.
  return <KindPage key={`${kind} ${id}`} kind={kind} id={id} />
}

function KindPage({ kind, id }: { kind: ImportKind; id: string | undefined }) {
  const may = useMay()
  const isWide = useIsWide()
  const [search] = useSearchParams()
  const load = useQuery({
    ...read('GET /api/imports/:id', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.data.status === 'running' ? pollMs : false),
  })
  const data = load.data?.data
  const step: Step = data === undefined ? 'file' : chooseStep(data, search.get('paso'))
  const { title } = importNames[kind]
  const list = lists[kind]
  const steps = <Steps current={id !== undefined && data === undefined ? undefined : step} isOver={isOver(data)} />
  return (
    <Page
      title={title}
      head={
        <div className="mb-3">
          <Trail places={[list]} />
          <div className="flex items-center gap-4">
            <h1 className="min-w-0 flex-1 truncate font-semibold text-h1">{title}</h1>
            {steps}
          </div>
        </div>
      }
    >
      {!isWide && <div className="mb-3">{steps}</div>}
      {may('imports.write') ? (
        <Content kind={kind} id={id} load={data} step={step} failure={load.error} retry={() => void load.refetch()} />
      ) : (
        <Surface>
          <EmptyState title="No tiene permiso para importar" hint="Pídalo a un administrador de su empresa." />
        </Surface>
      )}
    </Page>
  )
}

const isOver = (load: ImportLoad | undefined): boolean =>
  load !== undefined && (load.status === 'done' || load.status === 'undone')

type ContentProps = {
  kind: ImportKind
  id: string | undefined
  load: ImportLoad | undefined
  step: Step
  failure: Error | null
  retry: () => void
}

function Content({ kind, id, load, step, failure, retry }: ContentProps) {
  const navigate = useNavigate()
  if (id === undefined) return <FileStep kind={kind} />
  if (failure !== null && load === undefined) {
    return (
      <Surface>
        <ErrorState title={describeError(failure, 'Error al cargar la importación')} onRetry={retry} />
      </Surface>
    )
  }
  if (load === undefined) {
    return (
      <Surface>
        <SkeletonRows height={56} label="Cargando..." />
      </Surface>
    )
  }
  const go = (place: string) => void navigate(place)
  // Another sheet has other columns.
  if (step === 'columns')
    return <ColumnsStep key={load.sheetName} load={load} onDone={() => go(`/importar/${kind}/${load.id}`)} />
  if (step === 'preview')
    return <PreviewStep load={load} onBack={() => go(`/importar/${kind}/${load.id}?paso=columnas`)} />
  return <RunStep load={load} />
}
