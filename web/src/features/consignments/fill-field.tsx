import type { Consignment, ScanAnswer } from '@casillero/shared/contract/consignments'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { nameMethod } from '@casillero/shared/domain/method-word'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Pager } from '../../crud/pager.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import type { Signal } from '../../lib/sounds.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { CheckBox, Checkbox } from '../../ui/forms/checkbox.tsx'
import { CodeField, type SentCode } from '../../ui/forms/code-field.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useStatuses } from '../packages/package-choices.ts'
import { countText, formatName, formatNumber } from './consignment-texts.ts'
import { ScanFailures } from './scan-failures.tsx'
import { ScanLine } from './scan-line.tsx'
import { type Scan, useScanQueue } from './use-scan-queue.ts'

const maxChosen = 500

/** Returns why the package cannot be added; undefined if it can. */
function findBarrier({ shipment, shippingMethod }: CourierPackage, consignment: Consignment): string | undefined {
  if (shipment?.id === consignment.id) return 'Ya está en este embarque'
  if (shipment) return `Va en el embarque #${shipment.companyShipmentId}`
  return shippingMethod === consignment.shippingMethod
    ? undefined
    : `Es ${nameMethod(shippingMethod)} y este embarque es ${nameMethod(consignment.shippingMethod)}`
}

/** Reads page by page what the search finds, by default in the first status alone. */
function usePackagePages() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [isAnyStatus, setIsAnyStatus] = useState(false)
  const statuses = useStatuses()
  const first = statuses.find(({ orderPosition }) => orderPosition === 1)?.id
  const inStatus = isAnyStatus ? undefined : first
  const query = useQuery({
    ...read('GET /api/packages', {
      query: { page: String(page), ...(search === '' ? {} : { search }), ...(inStatus ? { statusId: inStatus } : {}) },
    }),
    placeholderData: keepPreviousData,
    meta: { failed: 'Error al cargar los paquetes' },
  })
  const searchBox = (
    <SearchBox
      label="Buscar paquetes..."
      value={search}
      busy={query.isPlaceholderData}
      onSearch={(text) => {
        setSearch(text.trim())
        setPage(1)
      }}
    />
  )
  const statusBox = (
    <Checkbox
      label="También los de otros estados"
      checked={isAnyStatus}
      onChange={() => {
        setIsAnyStatus(!isAnyStatus)
        setPage(1)
      }}
    />
  )
  return { query, page, setPage, searchBox, statusBox }
}

function useAdding({ id }: Consignment, onAdded: () => void) {
  const queries = useQueryClient()
  // A ref, because the next click may come before the next render.
  const isSent = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (packageIds: string[]) =>
      call('POST /api/shipments/:id/packages', { params: { id }, body: { packageIds } }),
    onSuccess: async (_, packageIds) => {
      await queries.invalidateQueries()
      toastSuccess(packageIds.length === 1 ? '1 paquete agregado' : `${packageIds.length} paquetes agregados`)
      onAdded()
    },
    onError: (error) => {
      isSent.current = false
      toastError(describeError(error, 'Error al agregar los paquetes'))
    },
  })
  const add = (packageIds: string[]) => {
    if (!isSent.current) mutate(packageIds)
    isSent.current = true
  }
  return { add, isAdding: isPending }
}

function PickDialog({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
  const pages = usePackagePages()
  const { query } = pages
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { add, isAdding } = useAdding(consignment, onClose)
  const choose = (next: ReadonlySet<string>) => {
    if (next.size > maxChosen) toastError(`Elija como máximo ${maxChosen} paquetes`)
    else setChosen(next)
  }
  const rows = query.data?.data
  return (
    <Dialog
      title="Elegir paquetes"
      size="2xl"
      holds={() => isAdding}
      onClose={onClose}
      footer={<PickFooter count={chosen.size} isAdding={isAdding} onAdd={() => add([...chosen])} onClose={onClose} />}
    >
      <div className="grid gap-3 px-4 pt-1 pb-4 md:px-5">
        {pages.searchBox}
        {pages.statusBox}
        {query.isError ? (
          <ErrorState
            title={describeError(query.error, 'Error al cargar los paquetes')}
            onRetry={() => void query.refetch()}
          />
        ) : rows === undefined ? (
          <SkeletonRows height={56} label="Cargando..." />
        ) : rows.length === 0 ? (
          <EmptyState title="No se encontraron paquetes" hint="Busque por número, tracking o cliente." />
        ) : (
          <>
            <Choices
              consignment={consignment}
              rows={rows}
              chosen={chosen}
              isBusy={query.isPlaceholderData}
              onChoose={choose}
            />
            <Pager page={pages.page} pages={query.data?.pagination.pages ?? 1} onPage={pages.setPage} />
          </>
        )}
      </div>
    </Dialog>
  )
}

type PickFooterProps = { count: number; isAdding: boolean; onAdd: () => void; onClose: () => void }

function PickFooter({ count, isAdding, onAdd, onClose }: PickFooterProps) {
  return (
    <>
      <span aria-live="polite" className="mr-auto font-semibold text-body tabular-nums max-md:w-full">
        {countText(count)}
      </span>
      <Button className="max-md:flex-1" onClick={onClose}>
        Cancelar
      </Button>
      <Button
        variant="primary"
        className="max-md:flex-1"
        disabled={count === 0}
        busy={isAdding}
        busyLabel="Agregando..."
        onClick={onAdd}
      >
        Agregar
      </Button>
    </>
  )
}

type ChoicesProps = {
  consignment: Consignment
  rows: readonly CourierPackage[]
  chosen: ReadonlySet<string>
  isBusy: boolean
  onChoose: (chosen: ReadonlySet<string>) => void
}

function Choices({ consignment, rows, chosen, isBusy, onChoose }: ChoicesProps) {
  const free = rows.filter((row) => findBarrier(row, consignment) === undefined)
  const isWhole = free.length > 0 && free.every(({ id }) => chosen.has(id))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const chooseAll = () => {
    const next = new Set(chosen)
    for (const { id } of free) {
      if (isWhole) next.delete(id)
      else next.add(id)
    }
    onChoose(next)
  }
  return (
    <>
      <Checkbox label="Todos los de esta página" checked={isWhole} disabled={free.length === 0} onChange={chooseAll} />
      <ul aria-label="Paquetes" aria-busy={isBusy}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            barrier={findBarrier(row, consignment)}
            isChosen={chosen.has(row.id)}
            onToggle={() => toggle(row.id)}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = { row: CourierPackage; barrier: string | undefined; isChosen: boolean; onToggle: () => void }

function Row({ row, barrier, isChosen, onToggle }: RowProps) {
  const id = useId()
  const { companyPackageId, client, clientPackageName, tracking, warehouseTracking, weight } = row
  const name = client ? `${client.firstName} ${client.lastNames}` : (clientPackageName ?? 'Sin cliente')
  const facts = [`#${companyPackageId}`, client?.casillero, tracking ?? warehouseTracking]
  return (
    <li className="border-line border-t first:border-t-0">
      <label htmlFor={id} className="flex min-h-14 items-center gap-3 py-1.5">
        <CheckBox id={id} checked={isChosen} disabled={barrier !== undefined} onChange={onToggle} />
        <span className="min-w-0 flex-1">
          <span className="block break-words font-medium text-body">{name}</span>
          <span className="block break-words text-help text-muted tabular-nums">
            {facts.filter(Boolean).join(' · ')}
          </span>
          {barrier !== undefined && <span className="block text-help text-yellow-text">{barrier}</span>}
        </span>
        <span className="whitespace-nowrap text-label tabular-nums">
          {weight === null ? 'Sin peso' : formatWeight(weight)}
        </span>
      </label>
    </li>
  )
}

const sender = (id: string, move: boolean) => async (scan: SentCode, key: string) => {
  const sent = { params: { id }, body: { ...scan, move }, headers: { 'Idempotency-Key': key } }
  return (await call('POST /api/shipments/:id/scans', sent)).data
}

const chooseSignal = ({ result }: ScanAnswer): Signal => {
  if (result === 'added') return 'good'
  return result === 'repeated' ? 'again' : 'bad'
}

/** Adds packages one by one, or from the list. */
export function FillField({ consignment }: { consignment: Consignment }) {
  const { id } = consignment
  const queue = useScanQueue(sender(id, false), chooseSignal)
  const { last, isWaiting } = queue
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Surface className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3 md:p-4">
      <CodeField label="Código del paquete" placeholder="Escanee un paquete para agregarlo..." onScan={queue.scan}>
        <Button
          className="[--control:44px] max-sm:w-full"
          icon={<ListPlus size={18} aria-hidden="true" />}
          onClick={() => setIsPicking(true)}
        >
          Elegir de la lista
        </Button>
        {isWaiting && <Spinner label="Agregando..." />}
      </CodeField>
      {/* Rendered from the start: screen readers miss a live region that appears with its text. */}
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {last?.answer && (
          <Result
            key={last.key}
            scan={last}
            answer={last.answer}
            method={consignment.shippingMethod}
            onMove={() => queue.scan(last, sender(id, true))}
          />
        )}
        <ScanFailures queue={queue} />
      </div>
      {isPicking && <PickDialog consignment={consignment} onClose={() => setIsPicking(false)} />}
    </Surface>
  )
}

type ResultProps = {
  scan: Scan<ScanAnswer>
  answer: ScanAnswer
  method: Consignment['shippingMethod']
  onMove: () => void
}

function Result({ scan: { code }, answer, method, onMove }: ResultProps) {
  const { result, package: found, shipment } = answer
  if (found === undefined) {
    return <ScanLine tone="red" text={`${code}: ningún paquete tiene ese código`} />
  }
  const name = `${formatNumber(found)} · ${formatName(found)}`
  const pounds = found.weight === null ? 'Sin peso' : formatWeight(found.weight)
  if (result === 'added') return <ScanLine tone="green" text={name} end={pounds} />
  if (result === 'repeated') return <ScanLine tone="yellow" text={`${name}: ya está en este embarque`} />
  if (result === 'other_shipment') {
    return (
      <ScanLine tone="yellow" text={`${name}: va en el embarque #${shipment?.companyShipmentId ?? ''}`}>
        <Button size="sm" onClick={onMove}>
          Mover a este
        </Button>
      </ScanLine>
    )
  }
  const own = method === 'aereo' ? 'maritimo' : 'aereo'
  return (
    <ScanLine tone="red" text={`${name}: es ${nameMethod(own)} y este embarque es ${nameMethod(method)}`}>
      <Link to={`/paquetes/${found.id}`} className={buttonClass('secondary', 'sm')}>
        Ver paquete
      </Link>
    </ScanLine>
  )
}
