import type { ImportLoad } from '@casillero/shared/contract/imports'
import { type ImportKind, importKinds, importNames } from '@casillero/shared/domain/import-fields'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, FileUp } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useId, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError, call, describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { lists } from './import-texts.ts'
import { LoadsList } from './loads-list.tsx'
import { PreviewStep } from './preview-step.tsx'
import { RunStep } from './run-step.tsx'
import { SampleButton } from './sample-button.tsx'

const mostBytes = 10 * 1024 * 1024
const accepted = '.xlsx,.xlsm,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0)
    return 'No se pudo enviar el archivo. Revise su conexión e intente de nuevo.'
  const own = error instanceof ApiError ? (error.fields.file ?? error.fields.text) : undefined
  return own ?? describeError(error, 'No se pudo leer el archivo')
}

const progressText = (sent: number): string => (sent < 1 ? 'Enviando el archivo…' : 'Leyendo el archivo…')

type Given = { file: File } | { text: string }

function useSendingFile(kind: ImportKind) {
  const navigate = useNavigate()
  const [sent, setSent] = useState(1)
  const sending = useMutation({
    mutationFn: async (given: Given) => {
      if ('text' in given) return await call('POST /api/imports', { body: { kind, text: given.text } })
      if (given.file.size > mostBytes) throw new ApiError(400, { message: 'El archivo debe ser de hasta 10 MB' })
      setSent(0)
      return await call('POST /api/imports', { body: { kind }, files: { file: given.file }, onSent: setSent })
    },
    onSuccess: ({ data }) => void navigate(`/importar/${kind}/${data.id}`),
  })
  const take = (file: File | undefined) => {
    if (file !== undefined && !sending.isPending) sending.mutate({ file })
  }
  return { sending, sent, take }
}

/** docs/product/imports.md, "Files". */
function FileStep({ kind }: { kind: ImportKind }) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const { sending, sent, take } = useSendingFile(kind)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (file !== undefined) take(file)
    else if (text.trim() !== '' && !sending.isPending) sending.mutate({ text })
  }
  return (
    <>
      {/* Pasting requires cells to copy; the button takes a file. */}
      <section
        aria-label="Archivo"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
        className={cx(
          'flex flex-col items-center rounded-lg border border-dashed bg-surface px-6 py-10 text-center',
          isOver ? 'border-primary bg-primary-soft' : 'border-control',
        )}
      >
        <span aria-hidden="true" className="mb-3 grid size-11 place-items-center rounded-lg bg-surface-3 text-muted">
          {sending.isPending ? <Spinner /> : <FileUp size={20} />}
        </span>
        <p className="font-semibold text-card" role="status">
          {sending.isPending ? progressText(sent) : 'Elija un archivo de Excel o CSV'}
          {/* Hidden from screen readers, which would read a hundred rows. */}
          {sending.isPending && sent < 1 && (
            <span aria-hidden="true" className="tabular-nums">{` ${Math.floor(sent * 100)} %`}</span>
          )}
        </p>
        <p id={`${id}-help`} className="mt-1 max-w-[420px] text-body text-muted">
          Hasta 10 MB y 20,000 filas, con los nombres de las columnas en la primera. También puede arrastrarlo aquí, o
          copiar las celdas y pegarlas.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <FileButton help={`${id}-help`} onTake={take} />
          <SampleButton kind={kind} />
        </div>
        {sending.isError && (
          <Note tone="red" className="mt-4 max-w-[520px] text-left">
            {failureText(sending.error)}
          </Note>
        )}
      </section>
      <LoadsList />
    </>
  )
}

type FileButtonProps = { help: string; onTake: (file: File | undefined) => void }

function FileButton({ help, onTake }: FileButtonProps) {
  return (
    <label
      className={buttonClass(
        'primary',
        'md',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
      )}
    >
      <input
        type="file"
        accept={accepted}
        aria-describedby={help}
        className="sr-only"
        onChange={(event) => {
          onTake(event.target.files?.[0])
          // Allows picking the same file again after it was corrected.
          event.target.value = ''
        }}
      />
      Elegir archivo
    </label>
  )
}

const names = { file: 'Archivo', columns: 'Columnas', preview: 'Revisar', run: 'Importar' } as const
type Step = keyof typeof names

const order = Object.keys(names).filter((name): name is Step => Object.hasOwn(names, name))

function Steps({ current, isOver }: { current: Step | undefined; isOver: boolean }) {
  const isWide = useIsWide()
  const at = current === undefined ? -1 : order.indexOf(current)
  if (!isWide) {
    return (
      <p className="text-label text-muted">
        {current !== undefined && (
          <>
            Paso {at + 1} de {order.length} · <b className="font-semibold text-fg">{names[current]}</b>
          </>
        )}
      </p>
    )
  }
  return (
    <ol aria-label="Pasos" className="flex shrink-0 items-center gap-2 text-label">
      {order.map((step, index) => {
        const isDone = index < at || (isOver && index === at)
        const isCurrent = index === at
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true" className="h-px w-[30px] bg-control" />}
            <span
              aria-hidden="true"
              className={cx(
                'grid size-[22px] place-items-center rounded-full border text-[12px] tabular-nums',
                isDone && 'border-green-line bg-green-soft text-green-text',
                !isDone && isCurrent && 'border-fg bg-fg font-semibold text-surface',
                !isDone && !isCurrent && 'border-control text-muted',
              )}
            >
              {isDone ? <Check size={13} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className={isCurrent ? 'font-semibold' : 'text-muted'}>
              {names[step]}
              {isDone && <span className="sr-only"> (listo)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The pause between two polls, in milliseconds. */
const pollMs = 1_000

const isKind = (kind: string | undefined): kind is ImportKind => importKinds.some((one) => one === kind)

/** The user may return to the columns before loading. */
function chooseStep({ status }: ImportLoad, wanted: string | null): Step {
  if (status === 'mapping') return 'columns'
  if (status === 'preview') return wanted === 'columnas' ? 'columns' : 'preview'
  return 'run'
}

/** docs/product/imports.md, "Screen". */
export function ImportPage() {
  const { kind, id } = useParams()
  if (!isKind(kind)) return <Navigate to="/dashboard" replace />
  // A key per load, so that no state is kept from another one.
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
