import { formatMoney } from '@casillero/shared/domain/money-format'
import { CornerDownLeft, Package, PackageOpen, ReceiptText, ScanBarcode, Search, User, Wallet, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Highlight } from '../../ui/display/highlight.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { stages } from '../consignments/consignment-texts.ts'
import { InvoiceBadge } from '../invoices/invoice-badge.tsx'
import { lastOrder, useStatuses } from '../packages/package-choices.ts'
import { formatTotal, type SearchGroup, type SearchRow } from './found-rows.ts'
import { useSearch } from './use-search.ts'

const icons = { client: User, package: Package, invoice: ReceiptText, shipment: PackageOpen, cash: Wallet }

type SearchListProps = {
  id: string
  groups: readonly SearchGroup[]
  active: number
  search: string
  isBusy: boolean
  onOpen: (row: SearchRow) => void
}

function SearchList({ id, groups, active, search, isBusy, onOpen }: SearchListProps) {
  const last = lastOrder(useStatuses())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`#${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const firsts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0))
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Resultados"
      aria-busy={isBusy}
      hidden={groups.length === 0}
      className="min-h-0 overflow-y-auto overscroll-contain p-2 max-md:flex-1"
    >
      {groups.map((group, at) => (
        <fieldset key={group.title} aria-label={group.title === '' ? 'Recientes' : group.title} className="min-w-0">
          {group.title !== '' && (
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-help text-muted">
              {group.title}
            </p>
          )}
          {group.rows.map((row, place) => {
            const index = (firsts[at] ?? 0) + place
            return (
              <button
                key={row.key}
                id={`${id}-${index}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onOpen(row)}
                className="relative flex min-h-11 w-full items-center text-left gap-3 rounded-md px-2 py-1.5 text-body hover:bg-surface-2 aria-selected:bg-primary-soft"
              >
                <RowContent row={row} search={search} last={last} isActive={index === active} />
              </button>
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}

type RowContentProps = { row: SearchRow; search: string; last: number; isActive: boolean }

function RowContent({ row, search, last, isActive }: RowContentProps) {
  if (row.icon === 'more') return <span className="pl-7 font-medium text-primary-text">{row.title}</span>
  const Icon = icons[row.icon]
  return (
    <>
      <Icon size={18} className={isActive ? 'shrink-0 text-primary-text' : 'shrink-0 text-muted'} aria-hidden="true" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 md:flex-nowrap">
        <span className={row.client ? 'min-w-0 break-words font-medium' : 'min-w-0 truncate font-medium max-md:flex-1'}>
          <Highlight text={row.title} search={search} />
        </span>
        <span
          className={cx(
            'flex min-w-0 text-label text-muted tabular-nums md:flex-1',
            !row.client && 'max-md:order-last max-md:w-full',
          )}
        >
          <span className={row.tracking === undefined ? 'truncate' : 'shrink-0'}>
            <Highlight text={row.text} search={search} />
          </span>
          {row.tracking !== undefined && (
            <>
              <span className="whitespace-pre"> · </span>
              {/* A long number is shortened at its start. */}
              <span dir="rtl" className="truncate text-left">
                <bdi dir="ltr">
                  <Highlight text={row.tracking} search={search} />
                </bdi>
              </span>
            </>
          )}
        </span>
        <RowEnd row={row} last={last} />
      </span>
      {isActive && <CornerDownLeft size={16} className="shrink-0 text-muted max-md:hidden" aria-hidden="true" />}
    </>
  )
}

function RowEnd({ row: { client, courierPackage, invoice, shipment }, last }: { row: SearchRow; last: number }) {
  if (client !== undefined && client.owed.length > 0) {
    const sums = client.owed.map(({ amount, symbol }) => formatMoney(amount, symbol))
    return (
      <span className="shrink-0 font-medium text-label text-yellow-text">
        Debe <Amount>{sums.join(' · ')}</Amount>
      </span>
    )
  }
  if (courierPackage !== undefined) {
    return (
      <span className="flex max-w-[50%] shrink-0">
        <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
      </span>
    )
  }
  if (shipment !== undefined) return <StatusBadge status={stages[shipment.state]} last={4} fallback="" />
  if (invoice === undefined) return null
  return (
    <span className="flex shrink-0 items-center gap-3">
      <Amount>{formatTotal(invoice)}</Amount>
      <InvoiceBadge status={invoice.status} />
    </span>
  )
}

function SearchKeys({ mayBill }: { mayBill: boolean }) {
  return (
    <p className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 text-label text-muted">
      <span>
        <Key>↑</Key> <Key>↓</Key> elegir
      </span>
      <span>
        <Key>↵</Key> abrir
      </span>
      {mayBill && (
        <span>
          <Key>Ctrl ↵</Key> facturar al cliente
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        También puede escanear
        <ScanBarcode size={16} aria-hidden="true" />
      </span>
    </p>
  )
}

const Key = ({ children }: { children: ReactNode }) => (
  <span className="rounded-[4px] border border-grey-line bg-surface px-1 text-[12px] text-muted">{children}</span>
)

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
        <SearchInput ref={input} search={search} />
        {!hasKeys && <CameraButton className="[--icon-btn:44px]" onOpen={() => setIsFilming(true)} />}
        <Button variant="ghost" size="sm" aria-label="Cerrar (Esc)" onClick={onClose}>
          {hasKeys ? <Key>Esc</Key> : <X size={20} aria-hidden="true" />}
        </Button>
      </div>
      {isFilming && <DeferredCamera onCode={search.film} onClose={() => setIsFilming(false)} />}
      {search.retry && <RetryNote onRetry={search.retry} />}
      {forgetRecents && (
        <RecentsHead
          onForget={() => {
            forgetRecents()
            input.current?.focus()
          }}
        />
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

type SearchInputProps = { ref: RefObject<HTMLInputElement | null>; search: ReturnType<typeof useSearch> }

function SearchInput({ ref, search: { rows, active, text, type, onKeyDown } }: SearchInputProps) {
  return (
    <input
      ref={ref}
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
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onKeyDown}
      className="min-h-10 min-w-0 flex-1 bg-transparent text-input focus-visible:outline-none"
    />
  )
}

function RetryNote({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-center justify-between gap-3 bg-danger-soft px-4 py-2 text-body text-danger-text"
    >
      No se pudo buscar
      <Button size="sm" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  )
}

function RecentsHead({ onForget }: { onForget: () => void }) {
  return (
    <div className="flex shrink-0 items-center justify-between px-4 pt-2 text-help text-muted">
      Recientes
      <Button variant="link" size="sm" onClick={onForget}>
        Borrar
      </Button>
    </div>
  )
}

/** Counts hits, not the links to lists. */
const countHits = (rows: readonly SearchRow[]): number => rows.filter(({ icon }) => icon !== 'more').length

function statusText(isKnown: boolean, count: number, search: string): string {
  if (!isKnown) return ''
  if (count === 0) return `Nada coincide con «${search}».`
  return count === 1 ? '1 resultado' : `${count} resultados`
}
