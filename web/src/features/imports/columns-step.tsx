import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { call, describeError, read } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ColumnRow } from './column-row.tsx'
import { FixedChoices } from './fixed-choices.tsx'
import { fileFacts, plural, rowsTaken } from './import-texts.ts'
import { SampleButton } from './sample-button.tsx'
import { useColumnChoices } from './use-column-choices.ts'

function FileHead({ load }: { load: ImportLoad }) {
  return (
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
  )
}

/** docs/product/imports.md, "Columns". */
export function ColumnsStep({ load, onDone }: { load: ImportLoad; onDone: () => void }) {
  const columns = useColumnChoices(load, onDone)
  const { problems } = columns
  return (
    <>
      <FileHead load={load} />
      {!load.mayChange && (
        <Note tone="yellow" className="mb-3">
          {`Lo subió ${load.createdBy}: solo esa persona, o un administrador, puede importarlo.`}
        </Note>
      )}
      <FileChoices load={load} withHidden={columns.withHidden} onHidden={columns.chooseHidden} />
      <FixedChoices
        fields={columns.fixedFields}
        isPackages={load.kind === 'packages'}
        fixed={columns.fixed}
        problemOf={(field) => problems[`fixed.${field}`]}
        onChange={columns.chooseFixed}
      />
      {problems.mapping !== undefined && (
        <Note tone="red" className="mb-3">
          {problems.mapping}
        </Note>
      )}
      <Surface className="overflow-clip">
        <ColumnRows load={load} columns={columns} />
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3">
          <Checkbox
            label="Recordar para archivos como este"
            checked={columns.isRemembered}
            onChange={(event) => columns.setRemembered(event.target.checked)}
          />
          <div className="ml-auto flex gap-2 max-md:w-full max-md:*:flex-1">
            <Link to={`/importar/${load.kind}`} className={buttonClass('secondary')}>
              Cancelar
            </Link>
            <Button
              variant="primary"
              disabled={!load.mayChange}
              busy={columns.isReviewing}
              busyLabel="Revisando…"
              onClick={columns.review}
            >
              {`Revisar ${plural(rowsTaken({ ...load, withHidden: columns.withHidden }), 'fila', 'filas')}`}
            </Button>
          </div>
        </div>
      </Surface>
    </>
  )
}

type ColumnRowsProps = { load: ImportLoad; columns: ReturnType<typeof useColumnChoices> }

function ColumnRows({ load, columns }: ColumnRowsProps) {
  // A file may have two columns of one name.
  const keys = load.columns.map(({ name }, index) => `${index} ${name}`)
  return (
    <>
      <div
        aria-hidden="true"
        className="hidden grid-cols-[144px_1fr_32px_212px_158px] gap-x-4 bg-surface-2 px-4 py-2 font-medium text-help text-muted @min-[820px]/page:grid"
      >
        <span>Columna del archivo</span>
        <span>Tres filas de muestra</span>
        <span />
        <span>Campo de Casillero</span>
      </div>
      <ul ref={columns.list} aria-label="Columnas del archivo">
        {keys.map((key, index) => (
          <ColumnRow
            key={key}
            load={load}
            index={index}
            choice={columns.choices[index]}
            taken={columns.choices}
            problem={columns.findProblem(index)}
            reading={columns.findReading(index)}
            onRead={(reading) => columns.read(index, reading)}
            onChoose={(choice) => columns.choose(index, choice)}
            paired={columns.paired}
          />
        ))}
      </ul>
    </>
  )
}

type FileChoicesProps = { load: ImportLoad; withHidden: boolean; onHidden: (withHidden: boolean) => void }

/** docs/product/imports.md, "Files". */
function FileChoices({ load, withHidden, onHidden }: FileChoicesProps) {
  const id = useId()
  const client = useQueryClient()
  const { sheets, hiddenRows, sumRows, isCsv } = load
  const changing = useMutation({
    mutationFn: (sheet: string) => call('PUT /api/imports/:id/sheet', { params: { id: load.id }, body: { sheet } }),
    onSuccess: (reply) => {
      client.setQueryData(read('GET /api/imports/:id', { params: { id: load.id } }).queryKey, reply)
      client.removeQueries({ queryKey: ['GET /api/imports/:id/rows'] })
    },
    onError: (error) => toastError(describeError(error, isCsv ? 'Error al leer el archivo' : 'Error al leer la hoja')),
  })
  if (sheets.length < 2 && hiddenRows === 0 && sumRows === 0) return null
  const isOne = hiddenRows === 1
  return (
    <Surface className="mb-3 grid gap-3 border-yellow-line bg-yellow-soft px-4 py-3">
      {sheets.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={id} className="text-body">
            {isCsv
              ? 'No es seguro cómo están escritas las letras con tilde. Elija el renglón que se lee bien:'
              : `El archivo tiene ${sheets.length} hojas con datos. Se importa:`}
          </label>
          <SelectInput
            id={id}
            className={isCsv ? 'w-full' : 'w-60 max-md:w-full'}
            disabled={changing.isPending || !load.mayChange}
            value={changing.isPending ? changing.variables : (load.sheetName ?? '')}
            onChange={(event) => changing.mutate(event.target.value)}
          >
            {sheets.map(({ name, isHidden }) => (
              <option key={name} value={name}>
                {isHidden ? `${name} (oculta)` : name}
              </option>
            ))}
          </SelectInput>
          <span role="status" className="text-label text-muted">
            {changing.isPending ? 'Leyendo…' : ''}
          </span>
        </div>
      )}
      {sumRows > 0 && (
        <p className="text-body">
          {`${plural(sumRows, 'fila de totales se dejó', 'filas de totales se dejaron')} fuera: no se importa${sumRows === 1 ? '' : 'n'}.`}
        </p>
      )}
      {hiddenRows > 0 && (
        <div className="grid gap-1.5">
          <p className="text-body">
            {`${plural(hiddenRows, 'fila está oculta', 'filas están ocultas')} en el archivo, por un filtro o a mano.`}
          </p>
          <Checkbox
            label={isOne ? 'Importar también la fila oculta' : 'Importar también las filas ocultas'}
            checked={withHidden}
            onChange={(event) => onHidden(event.target.checked)}
          />
        </div>
      )}
    </Surface>
  )
}
