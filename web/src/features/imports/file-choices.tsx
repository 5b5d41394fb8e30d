import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call, describeError, read } from '../../lib/api.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { plural } from './import-texts.ts'

type FileChoicesProps = { load: ImportLoad; withHidden: boolean; onHidden: (withHidden: boolean) => void }

/** docs/product/imports.md, "Files". */
export function FileChoices({ load, withHidden, onHidden }: FileChoicesProps) {
  const id = useId()
  const client = useQueryClient()
  const { sheets, hiddenRows } = load
  const changing = useMutation({
    mutationFn: (sheet: string) => call('PUT /api/imports/:id/sheet', { params: { id: load.id }, body: { sheet } }),
    onSuccess: (reply) => {
      client.setQueryData(read('GET /api/imports/:id', { params: { id: load.id } }).queryKey, reply)
      client.removeQueries({ queryKey: ['GET /api/imports/:id/rows'] })
    },
    onError: (error) => toastError(describeError(error, 'Error al leer la hoja')),
  })
  if (sheets.length < 2 && hiddenRows === 0) return null
  const isOne = hiddenRows === 1
  return (
    <Surface className="mb-3 grid gap-3 border-yellow-line bg-yellow-soft px-4 py-3">
      {sheets.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label
            htmlFor={id}
            className="text-body"
          >{`El archivo tiene ${sheets.length} hojas con datos. Se importa:`}</label>
          <SelectInput
            id={id}
            className="w-60 max-md:w-full"
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
            {changing.isPending ? 'Leyendo la hoja…' : ''}
          </span>
        </div>
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
