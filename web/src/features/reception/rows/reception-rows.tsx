import { measuresError } from '@casillero/shared/contract/measures'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { formatMeasures, formatQuantity } from '@casillero/shared/domain/price-arithmetic'
import { type Measures, toMeasures } from '@casillero/shared/domain/tariff-rules'
import { useMutation } from '@tanstack/react-query'
import {
  Check,
  CircleAlert,
  Clock,
  Copy,
  type LucideIcon,
  Pencil,
  Printer,
  Ruler,
  TagIcon,
  Trash2,
  Undo2,
  UserX,
} from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { MeasuresInput } from '../../../ui/forms/measures-input.tsx'
import { Surface } from '../../../ui/layout/surface.tsx'
import {
  getCasillero,
  isReceived,
  isUnsettled,
  lacksMeasures,
  lacksPrice,
  ownerName,
  type Row,
  type RowDeeds,
  rowName,
  sumPounds,
} from '../device/reception-row.ts'
import { updateSaved } from '../device/row-store.ts'
import { carrierName } from '../entry/entry-texts.ts'
import { useLink } from '../sending/sending.ts'
import { clockText } from './clock-text.ts'
import { methodIcon, methodNames } from './entry-chips.tsx'
import { PhotoButton, PhotoCount, RowPhotos } from './row-photos.tsx'

const sentTip = 'Ya se envió; falta la respuesta del servidor'

type RowActionsProps = RowDeeds & { row: Row; onMeasure: () => void }

function RowActions({ row, onSettle, onOpen, onPrint, onUndo, onMeasure }: RowActionsProps) {
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
    // A row that was sent cannot be changed here: the server may already have it.
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

/** The limit of finished rows; waiting and refused ones are always shown. */
const shown = 50

/** The most labels on one print. */
const mostLabels = 500

function useListedRows(rows: readonly Row[]) {
  const refused = rows.filter(({ state }) => state === 'refused')
  const others = rows.filter(({ state }) => state !== 'refused')
  const done = others.filter((row) => !isUnsettled(row))
  const [isDoneHidden, setDoneHidden] = useState(false)
  // With a connection, rows wait only briefly; a button that appears and goes would shift others.
  const isAway = useLink(({ since }) => since !== undefined)
  const isAnyWaiting = rows.some(({ state }) => state === 'waiting')
  const canHide = done.length > 0 && (refused.length > 0 || (isAway && isAnyWaiting))
  if (isDoneHidden && !canHide) setDoneHidden(false)
  const settled = new Set(isDoneHidden ? [] : done.slice(0, shown))
  const listed = [...refused, ...others.filter((row) => isUnsettled(row) || settled.has(row))]
  return { listed, canHide, isDoneHidden, toggleDone: () => setDoneHidden(!isDoneHidden) }
}

function SittingCounts({ rows }: { rows: readonly Row[] }) {
  const refused = rows.filter(({ state }) => state === 'refused').length
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  const received = rows.filter(isReceived)
  const unmeasured = received.filter(lacksMeasures).length
  const unpriced = received.filter(lacksPrice).length
  const announced = received.filter(({ entry }) => entry.wasAnnounced).length
  const unowned = received.filter((row) => getCasillero(row) === undefined).length
  return (
    <p role="status" className="flex flex-wrap gap-x-4">
      <span>
        <b className="font-semibold">{received.length}</b> {received.length === 1 ? 'paquete' : 'paquetes'}
      </span>
      <b className="font-semibold">{formatWeight(sumPounds(received))}</b>
      {waiting > 0 && <span className="text-yellow-text">{`${waiting} en espera`}</span>}
      {refused > 0 && <span className="text-danger-text">{`${refused} por resolver`}</span>}
      {unmeasured > 0 && <span className="text-yellow-text">{`${unmeasured} por medir`}</span>}
      {unpriced > 0 && <span className="text-yellow-text">{`${unpriced} sin precio`}</span>}
      {announced > 0 && (
        <span className="text-muted">{announced === 1 ? '1 prealertado' : `${announced} prealertados`}</span>
      )}
      {unowned > 0 && <span className="text-muted">{`${unowned} sin dueño`}</span>}
    </p>
  )
}

type ReceptionRowsProps = RowDeeds & { rows: readonly Row[]; onNewSitting: () => void }

export function ReceptionRows({ rows, onNewSitting, ...deeds }: ReceptionRowsProps) {
  const { listed, canHide, isDoneHidden, toggleDone } = useListedRows(rows)
  // In the order of the packages on the table.
  const printable = rows
    .filter(isReceived)
    .flatMap(({ saved }) => saved?.package.id ?? [])
    .slice(0, mostLabels)
    .reverse()
  return (
    <Surface className="mt-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-body tabular-nums">
        <h2 className="font-semibold text-card">Esta tanda</h2>
        <SittingCounts rows={rows} />
        <div className="ml-auto flex flex-wrap gap-x-4">
          {canHide && (
            <Button variant="link" size="sm" onClick={toggleDone}>
              {isDoneHidden ? 'Ver toda la tanda' : 'Ver solo lo pendiente'}
            </Button>
          )}
          {printable.length > 0 && (
            <Button variant="link" size="sm" onClick={() => deeds.onPrint(printable)}>
              Imprimir las de esta tanda
            </Button>
          )}
          {rows.length > 0 && (
            <Button variant="link" size="sm" onClick={onNewSitting}>
              Nueva tanda
            </Button>
          )}
        </div>
      </div>
      {listed.length === 0 ? (
        <p className="border-line border-t px-4 py-8 text-center text-body text-muted">
          Lo que reciba se muestra aquí, con lo último arriba.
        </p>
      ) : (
        <>
          {/* Hidden from screen readers, because the rows contain the same in words. */}
          <div
            aria-hidden="true"
            className="reception-heads border-line border-t bg-surface-2 px-4 py-2 text-label text-muted"
          >
            <span>Hora</span>
            <span>Cliente</span>
            <span>Tracking</span>
            <span className="text-end">Peso</span>
            <span>Resultado</span>
          </div>
          <ul aria-label="Paquetes de esta tanda" className="border-line border-t">
            {listed.map((row) => (
              <ReceptionRow key={row.key} row={row} {...deeds} />
            ))}
          </ul>
        </>
      )}
    </Surface>
  )
}

type Look = { tone: Tone; label: string; Icon: LucideIcon; note?: string; background?: string }

function chooseLook(row: Row): Look {
  const { state, problem, saved, entry } = row
  if (state === 'refused')
    return { tone: 'red', label: 'Rechazado', Icon: CircleAlert, note: problem ?? '', background: 'bg-danger-soft' }
  if (state === 'waiting') return { tone: 'grey', label: 'En espera', Icon: Clock, note: 'Se envía solo' }
  if (state === 'repeated')
    return { tone: 'yellow', label: 'Ya recibido', Icon: Copy, note: 'No se guardó nada', background: 'bg-yellow-soft' }
  // The label of an announced package is older than this row.
  const note =
    state === 'filled'
      ? 'Estaba anunciado'
      : saved?.isLabelStale
        ? 'Imprima otra vez'
        : entry.wasAnnounced
          ? 'Prealertado'
          : ''
  if (lacksMeasures(row)) {
    const { priceRules, chargedQuantity } = saved?.package ?? {}
    const charged =
      priceRules && chargedQuantity ? `Guardado con ${formatQuantity(chargedQuantity, priceRules.unit)}` : ''
    return { tone: 'yellow', label: 'Falta medir', Icon: Ruler, note: note || charged }
  }
  if (lacksPrice(row)) return { tone: 'yellow', label: 'Sin precio', Icon: TagIcon, note: note || 'Póngale su tarifa' }
  if (getCasillero(row) === undefined) return { tone: 'purple', label: 'Sin dueño', Icon: UserX, note }
  return { tone: 'green', label: 'Guardado', Icon: Check, note }
}

/** Memoised: hundreds may wait, and every new package would render all of them. */
const ReceptionRow = memo(function ReceptionRow({ row, ...deeds }: RowDeeds & { row: Row }) {
  const { entry, saved, state, at } = row
  const { tone, label, Icon, note, background } = chooseLook(row)
  const tracking = saved?.package.tracking ?? entry.tracking
  const number = saved ? `#${saved.package.companyPackageId}` : 'Sin número todavía'
  const casillero = getCasillero(row)
  const [isMeasuring, setIsMeasuring] = useState(false)
  return (
    <li className={cx('reception-row border-line border-b px-4 py-2.5 last:border-b-0 tabular-nums', background)}>
      <span className="text-body text-muted">{clockText(at)}</span>
      <div data-part="owner" className="min-w-0">
        <p className="break-words font-medium text-body">{ownerName(row)}</p>
        <p className="text-help text-muted">{casillero === undefined ? number : `${number} · ${casillero}`}</p>
      </div>
      <div data-part="tracking" className="min-w-0">
        <p className="break-all text-tracking">{tracking}</p>
        <p className="text-help text-muted">{carrierName(tracking)}</p>
      </div>
      <div className="ml-auto whitespace-nowrap text-right">
        <p className="flex items-center justify-end gap-2 text-body">
          <span className="text-muted">
            {methodIcon(entry.shippingMethod)}
            <span className="sr-only">{methodNames[entry.shippingMethod]}</span>
          </span>
          <Weight row={row} isStruck={state === 'repeated'} />
        </p>
        <MeasuresText row={row} />
      </div>
      <div data-part="state" className="min-w-0">
        <Badge tone={tone} icon={<Icon size={13} aria-hidden="true" />}>
          {label}
        </Badge>
        {note && (
          <p className={cx('break-words text-help', state === 'refused' ? 'text-danger-text' : 'text-muted')}>{note}</p>
        )}
        <PhotoCount row={row} />
      </div>
      <div data-part="deeds" className="ml-auto flex justify-end">
        {state === 'repeated' && saved ? (
          <Link
            to={`/paquetes/${saved.package.id}`}
            className="flex min-h-(--icon-btn) items-center font-medium text-body text-primary-text underline"
          >
            {`Ver ${number}`}
          </Link>
        ) : (
          <RowActions row={row} {...deeds} onMeasure={() => setIsMeasuring(true)} />
        )}
      </div>
      <RowPhotos row={row} name={rowName(row)} />
      {isMeasuring && <RowMeasures row={row} onDone={() => setIsMeasuring(false)} />}
    </li>
  )
})

/** `16 × 14 × 14 → 19 lbs`. */
function MeasuresText({ row: { entry, saved } }: { row: Row }) {
  const measures = saved ? toMeasures(saved.package) : (entry.measures ?? null)
  if (measures === null) return null
  const { priceRules, chargedQuantity, weight } = saved?.package ?? {}
  const isOther = priceRules && chargedQuantity && chargedQuantity !== weight
  const charged = isOther ? ` → ${formatQuantity(chargedQuantity, priceRules.unit)}` : ''
  return <p className="text-help text-muted">{`${formatMeasures(measures)}${charged}`}</p>
}

function Weight({ row: { entry }, isStruck }: { row: Row; isStruck: boolean }) {
  const text = entry.weight === null ? 'Sin peso' : formatWeight(entry.weight)
  return isStruck ? <s className="text-muted">{text}</s> : <span className="font-medium">{text}</span>
}

async function measure(row: Row, measures: Measures): Promise<void> {
  const { saved } = row
  if (saved === null) return
  const params = { id: saved.package.id }
  const { data: known } = await call('GET /api/packages/:id', { params })
  const { data } = await call('PUT /api/packages/:id', { params, body: { ...known, ...measures } })
  updateSaved(row, data)
}

/** Enter saves; Escape cancels. */
function RowMeasures({ row, onDone }: { row: Row; onDone: () => void }) {
  const [measures, setMeasures] = useState<Measures | null | undefined>(null)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (given: Measures) => measure(row, given),
    onSuccess: onDone,
    onError: (error) => toastFailure(error, 'Error al guardar las medidas'),
  })
  return (
    <form
      className="order-3 col-span-full flex w-full flex-wrap items-start justify-end gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) return
        if (measures) mutate(measures)
        else setProblem(measuresError.error)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone()
      }}
    >
      <Field label="Medidas" error={problem} className="w-full sm:w-72">
        {(control) => (
          <MeasuresInput
            {...control}
            autoFocus
            value={measures ?? null}
            onChange={(next) => {
              setMeasures(next)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <span className="flex gap-2 sm:pt-[22px]">
        <Button type="submit" variant="primary" busy={isPending}>
          Guardar medidas
        </Button>
        <Button onClick={onDone}>Cancelar</Button>
      </span>
    </form>
  )
}
