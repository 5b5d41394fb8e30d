import type { ReactNode } from 'react'
import { CheckBox } from '../forms/checkbox.tsx'

type Choice = {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  onToggle: (id: string, how: 'one' | 'range') => void
  /** Why a row cannot be chosen. */
  findObstacle?: (id: string) => string | undefined
  /** Such as "3 paquetes seleccionados". */
  text: (count: number) => string
  actions: ReactNode
}

type RowCheckProps = {
  id: string
  name: string
  isChosen: boolean
  obstacle?: string | undefined
  onToggle: Choice['onToggle']
}

/** Enter moves on to the actions for the chosen rows. */
function RowCheck({ id, name, isChosen, obstacle, onToggle }: RowCheckProps) {
  if (obstacle !== undefined) {
    return (
      <span title={obstacle} className="grid w-fit">
        <CheckBox aria-label={`Seleccionar: ${name}. ${obstacle}`} checked={false} disabled readOnly />
      </span>
    )
  }
  return (
    <CheckBox
      aria-label={`Seleccionar: ${name}`}
      aria-keyshortcuts="Enter Shift+Space"
      checked={isChosen}
      onChange={({ nativeEvent }) =>
        onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'range' : 'one')
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-bulk] button')?.focus()
      }}
    />
  )
}

function AllCheck({ rows: shown, selection }: { rows: readonly { id: string }[]; selection: Choice }) {
  const rows = shown.filter(({ id }) => selection.findObstacle?.(id) === undefined)
  const all = rows.length > 0 && rows.every((row) => selection.chosen.has(row.id))
  const some = !all && selection.chosen.size > 0
  const change = () => {
    const next = new Set(selection.chosen)
    for (const { id } of rows) {
      if (all) next.delete(id)
      else next.add(id)
    }
    selection.onChange(next)
  }
  return <CheckBox aria-label="Seleccionar todo" checked={all} mixed={some} onChange={change} />
}

function SelectionBar({ selection }: { selection: Choice }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-live="polite" className="max-md:mr-auto max-md:text-label">
        {selection.text(selection.chosen.size)}
      </span>
      {/* On touch screens, they have a line of their own. */}
      <span data-bulk className="max-md:order-last max-md:w-full max-md:*:w-full">
        {selection.actions}
      </span>
      <button
        type="button"
        className="min-h-8 rounded-md px-2 font-medium text-label text-primary-text pointer-coarse:min-h-11"
        onClick={() => selection.onChange(new Set())}
      >
        Quitar selección
      </button>
    </div>
  )
}

/** Passed in by screens with a selection, so that other lists do not load them. */
export const selectionControls = { Check: RowCheck, AllCheck, Bar: SelectionBar }
export type Selection = Choice & typeof selectionControls
