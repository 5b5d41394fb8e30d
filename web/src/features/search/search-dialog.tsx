import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { SearchRow } from './found-rows.ts'
import { Key, SearchKeys } from './search-keys.tsx'
import { SearchList } from './search-list.tsx'
import { useSearch } from './use-search.ts'

const listId = 'search-found'
const longest = 100

/** docs/product/screens.md, "Buscar". */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const hasKeys = useMedia('(min-width: 768px) and (pointer: fine)')
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(input, onClose)
  const { mayBill, rows, active, forgetRecents } = search
  const [isFilming, setIsFilming] = useState(false)
  return (
    <Dialog
      title="Buscar"
      size="palette"
      shape="palette"
      firstFocus="[role=combobox]"
      onClose={onClose}
      footer={hasKeys ? <SearchKeys mayBill={mayBill} /> : undefined}
    >
      <div className="flex shrink-0 items-center gap-3 border-line border-b py-2 pr-3 pl-4">
        <span className="grid size-[17px] shrink-0 place-items-center text-muted">
          {search.isBusy ? <Spinner /> : <Search size={17} aria-hidden="true" />}
        </span>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Buscar clientes, paquetes, facturas y embarques"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] === undefined ? undefined : `${listId}-${active}`}
          inputMode="search"
          enterKeyHint="search"
          placeholder="Nombre, casillero, tracking o número..."
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={search.text}
          onChange={(event) => search.type(event.target.value)}
          onKeyDown={search.onKeyDown}
          className="min-h-10 min-w-0 flex-1 bg-transparent text-input focus-visible:outline-none"
        />
        {!hasKeys && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
        <Button variant="ghost" size="sm" aria-label="Cerrar (Esc)" onClick={onClose}>
          {hasKeys ? <Key>Esc</Key> : <X size={20} aria-hidden="true" />}
        </Button>
      </div>
      {isFilming && <DeferredCamera onCode={search.film} onClose={() => setIsFilming(false)} />}
      {search.retry && (
        <div
          role="alert"
          className="flex items-center justify-between gap-3 bg-danger-soft px-4 py-2 text-body text-danger-text"
        >
          No se pudo buscar
          <Button size="sm" onClick={search.retry}>
            Reintentar
          </Button>
        </div>
      )}
      {forgetRecents && (
        <div className="flex shrink-0 items-center justify-between px-4 pt-2 text-help text-muted">
          Recientes
          <Button
            variant="link"
            size="sm"
            onClick={() => {
              forgetRecents()
              input.current?.focus()
            }}
          >
            Borrar
          </Button>
        </div>
      )}
      <SearchList
        id={listId}
        groups={search.groups}
        active={active}
        search={search.shownFor.replace('#', '')}
        isBusy={search.isStale}
        onOpen={search.open}
      />
      <p
        role="status"
        className={rows.length > 0 || search.isIdle || search.hasFailed ? 'sr-only' : 'px-4 py-6 text-body text-muted'}
      >
        {statusText(search.isKnown, countHits(rows), search.shownFor)}
      </p>
    </Dialog>
  )
}

/** Links to lists are no hits. */
const countHits = (rows: readonly SearchRow[]): number => rows.filter(({ icon }) => icon !== 'more').length

function statusText(isKnown: boolean, count: number, search: string): string {
  if (!isKnown) return ''
  if (count === 0) return `Nada coincide con «${search}».`
  return count === 1 ? '1 resultado' : `${count} resultados`
}
