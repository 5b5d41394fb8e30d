import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, describeError, read } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ErrorsButton } from './errors-button.tsx'
import { lists, plural } from './import-texts.ts'
import { LoadsList, UndoButton } from './loads-list.tsx'

/** docs/product/imports.md, "Loading". */
export function RunStep({ load }: { load: ImportLoad }) {
  const client = useQueryClient()
  const { status } = load
  useEffect(() => {
    // Rows just written appear in every list.
    if (status !== 'running')
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/imports/:id' })
  }, [client, status])
  return (
    <>
      <Surface className="px-5 py-5">
        {status === 'running' ? <Progress load={load} /> : <Outcome load={load} />}
      </Surface>
      <LoadsList />
    </>
  )
}

/** Estimates by the pace since this page opened; undefined at first. */
function useSecondsLeft({ progress: { done, total } }: ImportLoad): number | undefined {
  const [first] = useState(() => ({ done, at: Date.now() }))
  const written = done - first.done
  const seconds = (Date.now() - first.at) / 1000
  return written > 0 && seconds >= 2 ? Math.ceil(((total - done) * seconds) / written) : undefined
}

function timeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  if (seconds < 60) return `Faltan unos ${Math.max(1, seconds)} s`
  return `Faltan unos ${Math.ceil(seconds / 60)} min`
}

function Progress({ load }: { load: ImportLoad }) {
  const { progress, fileName } = load
  const percent = progress.total === 0 ? 0 : Math.floor((progress.done / progress.total) * 100)
  const left = timeLeft(useSecondsLeft(load))
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold text-card">
            {progress.isUndo ? `Deshaciendo ${fileName}` : `Importando ${fileName}`}
          </h2>
          <p className="mt-0.5 text-body text-muted">
            Puede salir de esta pantalla o cerrar el navegador: sigue sola y le avisamos aquí.
          </p>
        </div>
        {!progress.isUndo && !load.allOrNothing && load.mayChange && <StopButton load={load} />}
      </div>
      <div className="mt-3 flex items-baseline gap-3">
        <span className="font-semibold text-[28px] leading-9 tabular-nums">{percent}%</span>
        <span className="text-body text-muted tabular-nums">
          {`${progress.done.toLocaleString('es-NI')} de ${plural(progress.total, 'fila', 'filas')}`}
        </span>
        <span className="ml-auto text-body text-muted">{left}</span>
      </div>
      <div
        role="progressbar"
        aria-label="Filas importadas"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-surface-3"
      >
        <div className="h-full rounded-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      {!progress.isUndo && <Figures load={load} />}
    </>
  )
}

function Figures({ load: { result } }: { load: ImportLoad }) {
  const figures = [
    ['Nuevos', result.new],
    ['Actualizados', result.updated],
    ['No se pudieron guardar', result.refused],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-3 rounded-md border border-line">
      {figures.map(([label, value]) => (
        <div key={label} className="border-line border-l px-3.5 py-2 first:border-l-0">
          <dt className="text-help text-muted">{label}</dt>
          <dd className="font-semibold text-title tabular-nums">{value.toLocaleString('es-NI')}</dd>
        </div>
      ))}
    </dl>
  )
}

function StopButton({ load }: { load: ImportLoad }) {
  const client = useQueryClient()
  const stopping = useMutation({
    mutationFn: () => call('POST /api/imports/:id/stop', { params: { id: load.id } }),
    onSuccess: (reply) =>
      client.setQueryData(read('GET /api/imports/:id', { params: { id: load.id } }).queryKey, reply),
    onError: (error) => toastError(describeError(error, 'Error al detener la importación')),
  })
  return (
    <Button busy={stopping.isPending} onClick={() => stopping.mutate()}>
      Detener
    </Button>
  )
}

function formatTitle({ status, result, progress, counts }: ImportLoad): string {
  if (status === 'failed') return 'No se importó nada'
  if (status === 'undone')
    return result.kept > 0 ? 'Se deshizo la importación, menos lo que ya cambió' : 'Se deshizo la importación'
  const isWhole = progress.done >= counts.new + counts.updated
  return isWhole ? 'Importación terminada' : 'La importación se detuvo'
}

/** `Se deshicieron 4 filas; 2 se quedan como están.` */
function undoneText({ undone, kept }: ImportLoad['result']): string {
  const taken = `${undone === 1 ? 'Se deshizo' : 'Se deshicieron'} ${plural(undone, 'fila', 'filas')}`
  if (kept === 0) return taken
  return `${taken}; ${plural(kept, 'se queda como está', 'se quedan como están')}.`
}

function Outcome({ load }: { load: ImportLoad }) {
  const { status, result, failure, fileName } = load
  const isFailed = status === 'failed'
  const Icon = isFailed ? CircleAlert : CircleCheck
  return (
    <>
      <div role="status" className="flex items-start gap-3">
        <Icon
          size={22}
          aria-hidden="true"
          className={isFailed ? 'mt-0.5 text-danger-text' : 'mt-0.5 text-green-text'}
        />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-card">{formatTitle(load)}</h2>
          <p className="mt-0.5 break-words text-body text-muted">{failure ?? fileName}</p>
          {status === 'undone' && <p className="mt-0.5 text-body text-muted">{undoneText(result)}</p>}
        </div>
      </div>
      {status === 'done' && <Figures load={load} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to={lists[load.kind].to} className={buttonClass('primary')}>
          Ver la lista
        </Link>
        <Link to={`/importar/${load.kind}`} className={buttonClass('secondary')}>
          Importar otro archivo
        </Link>
        {load.canUndo && <UndoButton load={load} />}
        {load.counts.error + result.refused > 0 && <ErrorsButton load={load} />}
      </div>
    </>
  )
}
