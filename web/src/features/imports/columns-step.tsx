import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call, read } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { type Choice, ColumnRow } from './column-row.tsx'
import { FileChoices } from './file-choices.tsx'
import { FixedChoices, openFields, sentFixed } from './fixed-choices.tsx'
import { fileFacts, plural, rowsTaken } from './import-texts.ts'
import { findDoubt, isReadingOpen, type Reading } from './reading-choice.tsx'
import { SampleButton } from './sample-button.tsx'
import { usePaired } from './use-paired.ts'

const firstChoices = ({ mapping }: ImportLoad): Choice[] =>
  mapping.map(({ field, state }) => (state === 'unclear' && field === null ? undefined : field))

const noReading: Reading = { dates: null, decimals: null }

/** Reads the server's sentences on each column, or on all of them. */
function readProblems(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

const isOfValue = (name: string): boolean => name.startsWith('values.') || name.startsWith('fixed.')

const openProblem = (choice: Choice): string =>
  choice === undefined ? 'Elija un campo, o «No importar»' : 'Elija cómo se lee'

/** Says which field each column is. docs/product/imports.md, "Columns". */
export function ColumnsStep({ load, onDone }: { load: ImportLoad; onDone: () => void }) {
  const client = useQueryClient()
  const [choices, setChoices] = useState(() => firstChoices(load))
  const [readings, setReadings] = useState<readonly Reading[]>(load.mapping)
  const [withHidden, setHidden] = useState(load.withHidden)
  const [fixed, setFixed] = useState(load.fixed)
  const paired = usePaired(load, choices)
  const fields = openFields(load, choices)
  const [isRemembered, setRemembered] = useState(true)
  const [isTried, setTried] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isReadingAsked = (column: number) =>
    isReadingOpen(choices[column], load.columns[column]?.facts, readings[column])
  const isOpen = (column: number) => choices[column] === undefined || isReadingAsked(column)
  const undecided = choices.findIndex((_, column) => isOpen(column))
  // Behind the choice of the field stands the one of how it is read.
  const columnSelect = (column: number) =>
    list.current?.children[column]?.querySelectorAll('select')[isReadingAsked(column) ? 1 : 0]
  const focusOn = (column: number) => columnSelect(column)?.focus()
  const first = useRef(undecided)
  useEffect(() => {
    // The first that asks for a choice; a mouse on it would have to be moved there anyway.
    if (first.current >= 0)
      [...(list.current?.children[first.current]?.querySelectorAll('select') ?? [])]
        .at(-1)
        ?.focus({ preventScroll: true })
  }, [])
  // The reading that its values give is not sent: another field may be chosen for the column.
  const readingSent = (column: number): Reading => {
    const doubt = findDoubt(choices[column], load.columns[column]?.facts)
    return doubt === undefined ? noReading : { ...noReading, [doubt]: readings[column]?.[doubt] ?? null }
  }
  const saving = useMutation({
    mutationFn: () =>
      call('PUT /api/imports/:id/mapping', {
        params: { id: load.id },
        body: {
          mapping: choices.map((choice, column) => ({ field: choice ?? null, ...readingSent(column) })),
          values: paired.sent,
          fixed: sentFixed(fixed, fields),
          withHidden,
          remember: isRemembered,
        },
      }),
    onSuccess: (reply) => {
      client.setQueryData(read('GET /api/imports/:id', { params: { id: load.id } }).queryKey, reply)
      client.removeQueries({ queryKey: ['GET /api/imports/:id/rows'] })
      onDone()
    },
    onError: (error) => {
      const problems = readProblems(error)
      const column = Object.keys(problems).find((name) => name.startsWith('mapping.'))
      if (column !== undefined) focusOn(Number(column.split('.')[1]))
      else if (problems.mapping === undefined && !Object.keys(problems).some(isOfValue))
        toastFailure(error, 'Error al revisar las filas')
    },
  })
  const problems = readProblems(saving.error)
  // A file may have two columns of one name.
  const keys = load.columns.map(({ name }, index) => `${index} ${name}`)
  const review = () => {
    setTried(true)
    if (undecided >= 0) focusOn(undecided)
    else saving.mutate()
  }
  const choose = (column: number, choice: Choice) => {
    saving.reset()
    setChoices(choices.with(column, choice))
  }
  return (
    <>
      <Surface className="mb-3 flex flex-wrap items-center gap-3 px-4 py-3">
        <span aria-hidden="true" className="grid size-9 place-items-center rounded-md bg-green-soft text-green-text">
          <FileSpreadsheet size={18} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold text-body">{load.fileName}</p>
          <p className="text-help text-muted">{fileFacts(load)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SampleButton kind={load.kind} />
          <Link to={`/importar/${load.kind}`} className={buttonClass('secondary')}>
            Cambiar archivo
          </Link>
        </div>
      </Surface>
      {!load.mayChange && (
        <Note tone="yellow" className="mb-3">
          {`Lo subió ${load.createdBy}: solo esa persona, o un administrador, puede importarlo.`}
        </Note>
      )}
      <FileChoices
        load={load}
        withHidden={withHidden}
        onHidden={(chosen) => {
          saving.reset()
          setHidden(chosen)
        }}
      />
      <FixedChoices
        fields={fields}
        isPackages={load.kind === 'packages'}
        fixed={fixed}
        problemOf={(field) => problems[`fixed.${field}`]}
        onChange={(chosen) => {
          saving.reset()
          setFixed(chosen)
        }}
      />
      {problems.mapping !== undefined && (
        <Note tone="red" className="mb-3">
          {problems.mapping}
        </Note>
      )}
      <Surface className="overflow-clip">
        <div
          aria-hidden="true"
          className="hidden grid-cols-[144px_1fr_32px_212px_158px] gap-x-4 bg-surface-2 px-4 py-2 font-medium text-help text-muted @min-[820px]/page:grid"
        >
          <span>Columna del archivo</span>
          <span>Tres filas de muestra</span>
          <span />
          <span>Campo de Casillero</span>
        </div>
        <ul ref={list} aria-label="Columnas del archivo">
          {keys.map((key, index) => (
            <ColumnRow
              key={key}
              load={load}
              index={index}
              choice={choices[index]}
              taken={choices}
              problem={
                problems[`mapping.${index}`] ?? (isTried && isOpen(index) ? openProblem(choices[index]) : undefined)
              }
              reading={readings[index] ?? noReading}
              onRead={(reading) => {
                saving.reset()
                setReadings(readings.with(index, reading))
              }}
              onChoose={(choice) => choose(index, choice)}
              paired={{
                findChoice: paired.findChoice,
                problemOf: (one) => paired.problemOf(problems, one),
                onChoose(one, to) {
                  saving.reset()
                  paired.choose(one, to)
                },
              }}
            />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
          <Checkbox
            label="Recordar para archivos como este"
            checked={isRemembered}
            onChange={(event) => setRemembered(event.target.checked)}
          />
          <div className="ml-auto flex gap-2 max-md:w-full max-md:*:flex-1">
            <Link to={`/importar/${load.kind}`} className={buttonClass('secondary')}>
              Cancelar
            </Link>
            <Button
              variant="primary"
              disabled={!load.mayChange}
              busy={saving.isPending}
              busyLabel="Revisando…"
              onClick={review}
            >
              {`Revisar ${plural(rowsTaken({ ...load, withHidden }), 'fila', 'filas')}`}
            </Button>
          </div>
        </div>
      </Surface>
    </>
  )
}
