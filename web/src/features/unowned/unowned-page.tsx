import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { daysText, isLong } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ShippingKindIcon, shippingKindName } from '../tariffs/shipping-kind.tsx'
import { carrierName, formatLabel, formatName, formatNumber, formatReason, trackingText } from './unowned-texts.ts'
import { type Assigning, useAssigning } from './use-assigning.ts'

type Offer = {
  assigning: Assigning
  onSearch: (row: UnownedPackage) => void
  /** The row that Enter assigns on arrival. */
  firstId: string | undefined
}

const weightText = ({ weight }: UnownedPackage) => (weight === null ? 'Sin peso' : formatWeight(weight))

function Wait({ days }: { days: number }) {
  return <span className={cx(isLong(days) && 'font-medium text-yellow-text')}>{daysText(days)}</span>
}

function Weight({ row }: { row: UnownedPackage }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <ShippingKindIcon kind={row.shippingMethod} size={15} />
      <span className="sr-only">{`${shippingKindName(row.shippingMethod)},`}</span>
      {weightText(row)}
    </span>
  )
}

const unownedColumns = ({ assigning, onSearch, firstId }: Offer): readonly Column<UnownedPackage>[] => [
  {
    header: 'Nombre en la etiqueta',
    width: 194,
    cell: (row) => (
      <div className="py-1.5">
        {/* Not shortened, because it identifies the client. */}
        <span
          className={cx(
            'block whitespace-normal break-words font-semibold',
            row.clientPackageName === null && 'text-muted',
          )}
        >
          {formatLabel(row)}
        </span>
        <span className="block text-help text-muted tabular-nums">{formatNumber(row)}</span>
      </div>
    ),
  },
  {
    header: 'Tracking',
    width: 206,
    cell: (row) => (
      <>
        <Tracking>{trackingText(row)}</Tracking>
        <span className="block wrap-anywhere text-help text-muted">{carrierName(row)}</span>
      </>
    ),
  },
  { header: 'Peso', width: 118, cell: (row) => <Weight row={row} /> },
  { header: 'Espera', width: 80, cell: ({ days }) => <Wait days={days} /> },
  {
    header: 'Posible cliente',
    cell: (row) => (
      <OwnerChoice row={row} assigning={assigning} isFirst={row.id === firstId} onSearch={() => onSearch(row)} />
    ),
  },
]

function UnownedCard({ row, assigning, onSearch, firstId }: Offer & { row: UnownedPackage }) {
  return (
    <>
      <p className={cx('break-words font-semibold text-body', row.clientPackageName === null && 'text-muted')}>
        {formatLabel(row)}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-help text-muted tabular-nums">
        <span>{formatNumber(row)}</span>
        <span className="break-all">{trackingText(row)}</span>
        <span>{carrierName(row)}</span>
      </p>
      <p className="mt-1 mb-2 flex justify-between gap-3 text-body">
        <Weight row={row} />
        <Wait days={row.days} />
      </p>
      <OwnerChoice row={row} assigning={assigning} isFirst={row.id === firstId} onSearch={() => onSearch(row)} />
    </>
  )
}

type OwnerChoiceProps = { row: UnownedPackage; assigning: Assigning; isFirst: boolean; onSearch: () => void }

/** Enter then assigns the first row. Skipped if something has the focus, and on a touch screen. */
function focusFirst() {
  const isIdle = document.activeElement === document.body || document.activeElement?.id === 'contenido'
  if (isIdle && matchMedia('(pointer: fine)').matches)
    document.querySelector<HTMLElement>('[data-owner]')?.focus({ preventScroll: true })
}

type SearchButtonProps = { row: UnownedPackage; isBusy: boolean; onSearch: () => void }

const SearchButton = ({ row, isBusy, onSearch }: SearchButtonProps) => (
  <Button
    data-owner={row.id}
    aria-label={`Buscar cliente: ${formatName(row)}`}
    icon={<Search size={16} aria-hidden="true" />}
    className="w-full justify-start! font-normal! text-muted!"
    busy={isBusy}
    onClick={onSearch}
  >
    Buscar cliente...
  </Button>
)

/** Shows the likeliest client with a button, the others behind their count. */
function OwnerChoice({ row, assigning, isFirst, onSearch }: OwnerChoiceProps) {
  useEffect(() => {
    // Called in the row, because the list remounts once it knows its width, and loses the focus.
    if (isFirst) focusFirst()
  }, [isFirst])
  const mayAssign = useMay()('packages.write')
  const [first, ...others] = row.candidates
  if (first === undefined) {
    return mayAssign ? (
      <SearchButton row={row} isBusy={assigning.busyId === row.id} onSearch={onSearch} />
    ) : (
      <span className="text-muted">—</span>
    )
  }
  return (
    <div className="flex items-center gap-2 py-1.5 max-md:flex-wrap max-md:py-0">
      <div className="min-w-0 flex-1 whitespace-normal max-md:basis-full">
        <span className="block break-words font-medium">{fullName(first)}</span>
        <span className="block break-words text-help text-muted">
          <span className="font-medium">{first.casillero}</span> {formatReason(first)}
        </span>
      </div>
      {mayAssign && (
        <>
          <Menu
            items={[
              ...others.map((other) => ({
                label: `${fullName(other)} (${other.casillero})`,
                run: () => assigning.assign(row, other),
              })),
              { label: 'Otro cliente...', icon: <Search size={16} />, run: onSearch },
            ]}
            trigger={(trigger) => (
              <Button {...trigger} variant="link" size="sm" aria-label={`Otros clientes: ${formatName(row)}`}>
                {others.length > 0 ? `+${others.length}` : 'Otro'}
              </Button>
            )}
          />
          <Button
            data-owner={row.id}
            size="sm"
            aria-label={`Asignar a ${fullName(first)}: ${formatName(row)}`}
            busy={assigning.busyId === row.id}
            className="max-md:flex-1"
            onClick={() => assigning.assign(row, first)}
          >
            Asignar
          </Button>
        </>
      )}
    </div>
  )
}

const OwnerDialog = defer(() => import('./owner-dialog.tsx').then((module) => module.OwnerDialog), DialogWait)

const MergeDialog = defer(
  () => import('../client-merge/merge-dialog.tsx').then((module) => module.MergeDialog),
  DialogWait,
)

const texts = {
  title: 'Sin dueño',
  search: 'Texto de la etiqueta o tracking',
  create: '',
  empty: 'No hay paquetes sin dueño',
  emptyHint: 'Aquí aparecen los paquetes que se recibieron sin cliente.',
  noHits: 'Ningún paquete sin dueño',
  failed: 'Error al cargar los paquetes sin dueño',
}

const readUnowned = (query: ListQuery) => read('GET /api/packages/unowned', { query })
const none: readonly UnownedPackage[] = []

/** docs/product/packages.md, "Sin dueño". */
export function UnownedPage() {
  const may = useMay()
  const mayAssign = may('packages.write')
  const isWide = useIsWide()
  const resource = useResource(readUnowned, texts)
  const rows = resource.query.data?.data ?? none
  const assigning = useAssigning(rows)
  const [isMerging, setMerging] = useState(false)
  const [searched, setSearched] = useState<UnownedPackage>()
  const offer = { assigning, onSearch: setSearched, firstId: rows[0]?.id }
  const notice = mayAssign && <NoticeCheck assigning={assigning} />
  const search = <ResourceSearch resource={resource} />
  return (
    <Page
      title={texts.title}
      search={search}
      head={
        <div className="mb-3 flex items-center gap-3">
          <h1 className="font-semibold text-h1">{texts.title}</h1>
          <span className="mr-3 text-h1 text-muted tabular-nums">{resource.count}</span>
          {notice}
          <div className="ml-auto w-[300px] shrink-0">{search}</div>
        </div>
      }
    >
      {!isWide && notice}
      <ResourceList
        resource={resource}
        table={{
          columns: unownedColumns(offer),
          card: (row) => <UnownedCard row={row} {...offer} />,
          formatName,
          look: { minWidth: 900, rowHeight: 56, isOneColumn: true },
        }}
      />
      <PageFoot
        hasHint={mayAssign && isWide && rows.length > 0}
        onMerge={may('clients.merge') ? () => setMerging(true) : undefined}
      />
      {isMerging && <MergeDialog onClose={() => setMerging(false)} />}
      {searched && (
        <OwnerDialog
          row={searched}
          onChoose={(client) => {
            setSearched(undefined)
            assigning.assign(searched, client)
          }}
          onClose={() => setSearched(undefined)}
        />
      )}
    </Page>
  )
}

const NoticeCheck = ({ assigning }: { assigning: Assigning }) => (
  <Checkbox
    label="Avisar al cliente al asignar"
    checked={assigning.isNotifying}
    onChange={({ target }) => assigning.setNotifying(target.checked)}
  />
)

type PageFootProps = { hasHint: boolean; onMerge: (() => void) | undefined }

function PageFoot({ hasHint, onMerge }: PageFootProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-body text-muted">
      {hasHint && (
        <p>
          <kbd className="mr-1 rounded-sm border border-line bg-surface px-1.5 py-0.5 text-help">↵</kbd> asigna y pasa a
          la siguiente
        </p>
      )}
      {onMerge && (
        <p className="ml-auto">
          Si es un cliente repetido:{' '}
          <button
            type="button"
            className="min-h-6 rounded-sm font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
            onClick={onMerge}
          >
            Unir dos clientes
          </button>
        </p>
      )}
    </div>
  )
}
