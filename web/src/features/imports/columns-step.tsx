import type { ImportLoad } from '@casillero/shared/contract/imports'
import { FileSpreadsheet } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ColumnRow } from './column-row.tsx'
import { FileChoices } from './file-choices.tsx'
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
  // A file may have two columns of one name.
  const keys = load.columns.map(({ name }, index) => `${index} ${name}`)
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
