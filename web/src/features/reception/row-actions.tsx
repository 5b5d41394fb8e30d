import { Pencil, Printer, Trash2, Undo2 } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { lacksMeasures, type Row, type RowDeeds, rowName } from './reception-row.ts'
import { PhotoButton } from './row-photos.tsx'

const sentTip = 'Ya se envió; falta la respuesta del servidor'

type RowActionsProps = RowDeeds & { row: Row; onMeasure: () => void }

export function RowActions({ row, onSettle, onOpen, onPrint, onUndo, onMeasure }: RowActionsProps) {
  const { state, saved, wasSent } = row
  const name = rowName(row)
  if (state === 'refused') {
    return (
      <Button size="sm" aria-label={`Resolver: ${name}`} onClick={() => onSettle(row)}>
        Resolver
      </Button>
    )
  }
  if (saved === null) {
    // What is changed here would not reach the server, which may have it.
    const blocked = wasSent ? { 'aria-disabled': true, tip: sentTip } : {}
    const settle = () => {
      if (!wasSent) onSettle(row)
    }
    return (
      <>
        <PhotoButton row={row} name={name} />
        <IconButton label={`Quitar: ${name}`} icon={<Trash2 size={17} />} {...blocked} onClick={settle} />
        <IconButton label={`Editar: ${name}`} icon={<Pencil size={17} />} {...blocked} onClick={settle} />
      </>
    )
  }
  const { id } = saved.package
  if (lacksMeasures(row)) {
    return (
      <>
        <Button size="sm" aria-label={`Medir: ${name}`} onClick={onMeasure}>
          Medir
        </Button>
        <PhotoButton row={row} name={name} />
        <IconButton label={`Etiqueta: ${name}`} icon={<Printer size={17} />} onClick={() => onPrint([id])} />
      </>
    )
  }
  return (
    <>
      {saved.receptionId !== null && (
        <IconButton label={`Deshacer: ${name}`} icon={<Undo2 size={17} />} onClick={() => onUndo(row)} />
      )}
      <PhotoButton row={row} name={name} />
      <IconButton label={`Editar: ${name}`} icon={<Pencil size={17} />} onClick={() => onOpen(row)} />
      <IconButton label={`Etiqueta: ${name}`} icon={<Printer size={17} />} onClick={() => onPrint([id])} />
    </>
  )
}
