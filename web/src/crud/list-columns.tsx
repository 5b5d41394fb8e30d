import { type ReactNode, useMemo, useState } from 'react'
import { defer } from '../ui/feedback/defer.tsx'
import { useIsWide } from '../ui/layout/media.ts'
import type { Column } from '../ui/lists/table.tsx'
import { DialogWait } from '../ui/overlays/dialog-wait.tsx'
import type { MenuItem } from '../ui/overlays/menu.tsx'

const ColumnsDialog = defer(() => import('./columns-dialog.tsx').then((module) => module.ColumnsDialog), DialogWait)

type Chosen<Row> = { columns: readonly Column<Row>[]; items: MenuItem[]; dialog: ReactNode }

/** Keeps the first column always. docs/product/lists-and-forms.md, "Columns". */
export function useChosenColumns<Row>(list: string, all: readonly Column<Row>[]): Chosen<Row> {
  const key = `hiddenColumns:${list}`
  const [hidden, setHidden] = useState(() => (localStorage.getItem(key) ?? '').split('|'))
  const [isOpen, setIsOpen] = useState(false)
  const isWide = useIsWide()
  const columns = useMemo(
    () => all.filter(({ header }, index) => index === 0 || !hidden.includes(header)),
    [all, hidden],
  )
  const hide = (headers: string[]) => {
    localStorage.setItem(key, headers.join('|'))
    setHidden(headers)
  }
  return {
    columns,
    // Cards have no columns.
    items: isWide ? [{ label: 'Columnas', lateIcon: 'columns', takesFocus: true, run: () => setIsOpen(true) }] : [],
    dialog: isOpen && (
      <ColumnsDialog
        headers={all.map(({ header }) => header)}
        hidden={hidden}
        onChange={hide}
        onClose={() => setIsOpen(false)}
      />
    ),
  }
}
