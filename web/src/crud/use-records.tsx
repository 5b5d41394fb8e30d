import type { Right } from '@casillero/shared/domain/permissions'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { useMay } from '../lib/session.ts'
import { Switch } from '../ui/forms/switch.tsx'
import type { MenuItem } from '../ui/overlays/menu.tsx'
import { useListState } from './list-state.ts'
import type { Thing } from './record-texts.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { rowActions } from './row-actions.tsx'

/** A kind of record that its list can add, edit and delete. */
type RecordKind<Row> = {
  thing: Thing
  formatName: (row: Row) => string
  Form: ComponentType<{ row: Row | undefined; onClose: () => void }>
  /** Left out for records that nothing deletes. */
  remove?: (id: string) => Promise<unknown>
  write: Right
  /** The right to delete, where it differs from `right`. */
  mayRemove?: Right
  whyItStays?: (row: Row) => string | undefined
  /** True for a row that can never be deleted. */
  stays?: (row: Row) => boolean
  /** Replaces the usual question before deleting; `removed` names the row. */
  question?: {
    title?: (row: Row) => string
    removed?: (row: Row) => ReactNode
    sentence?: (row: Row) => ReactNode
    texts?: ComponentProps<typeof RemoveDialog>['texts']
  }
}

type Open<Row> = { kind: 'form'; row?: Row } | { kind: 'remove'; row: Row }

/** `?nuevo=si` opens the form of a new record. */
const asked = 'nuevo'

/** Returns the actions of a list and their dialogs, without those that the user may not do. */
export function useRecords<Row extends { id: string }>(kind: RecordKind<Row>) {
  const { thing, formatName, Form, remove: run, write, mayRemove = write, whyItStays, stays, question = {} } = kind
  const may = useMay()
  const [open, setOpen] = useState<Open<Row>>()
  const { value, setValue } = useListState()
  const isAsked = value(asked) !== null && may(write)
  const close = () => {
    setOpen(undefined)
    if (isAsked) setValue(asked, null)
  }
  const create = may(write) ? () => setOpen({ kind: 'form' }) : undefined
  const edit = may(write) ? (row: Row) => setOpen({ kind: 'form', row }) : undefined
  const remove = run && may(mayRemove) ? (row: Row) => setOpen({ kind: 'remove', row }) : undefined
  const { title, removed, sentence, texts } = question
  const name = (row: Row) => removed?.(row) ?? <b className="font-semibold">{formatName(row)}</b>
  const listActions = (row: Row): MenuItem[] =>
    rowActions(row, { edit, remove: stays?.(row) ? undefined : remove, whyItStays })
  return {
    mayWrite: may(write),
    create,
    edit,
    listActions,
    /** What the list's table takes of it. */
    table: { formatName, onOpen: edit, ...(edit || remove ? { actions: listActions } : {}) },
    dialogs: (
      <>
        {(open?.kind === 'form' || isAsked) && (
          <Form row={open?.kind === 'form' ? open.row : undefined} onClose={close} />
        )}
        {open?.kind === 'remove' && run && (
          <RemoveDialog
            thing={thing}
            title={title?.(open.row) ?? `¿Eliminar ${thing} ${formatName(open.row)}?`}
            {...(texts && { texts })}
            run={() => run(open.row.id)}
            onClose={close}
          >
            {sentence?.(open.row) ?? (
              <>
                Se eliminará {thing} {name(open.row)}.
              </>
            )}
          </RemoveDialog>
        )}
      </>
    ),
  }
}

/** Returns the query part and the switch that show inactive rows. The address keeps the choice. */
export function useInactive() {
  const { value, setValue } = useListState()
  const isOn = value('inactivos') === 'si'
  return {
    query: isOn ? { includeInactive: 'true' as const } : {},
    control: (
      <Switch
        label="Mostrar inactivos"
        checked={isOn}
        onChange={(isChosen) => setValue('inactivos', isChosen ? 'si' : null)}
      />
    ),
  }
}
