import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { RefreshCw, Tag as TagIcon } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useMay } from '../../../lib/session.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { toastError } from '../../../ui/feedback/toast.tsx'
import { CheckBox } from '../../../ui/forms/checkbox.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { useIsAtLeast } from '../../../ui/layout/media.ts'
import { Surface } from '../../../ui/layout/surface.tsx'
import { countText } from '../../invoices/invoice-texts.ts'
import type { InvoiceDesk } from '../form/invoice-desk.ts'
import { isBillable, noDiscount } from '../form/invoice-form-state.ts'
import { PackageRow } from './package-row.tsx'
import { roomyWidth } from './package-row-parts.tsx'
import { chooseColumns } from './package-row-wide.tsx'

type BulkTariffProps = {
  ticked: readonly CourierPackage[]
  tariffs: readonly Tariff[]
  save: (rows: readonly CourierPackage[], tariff: Tariff) => Promise<void>
}

const kinds = [
  { value: 'maritimo', label: 'Marítimo' },
  { value: 'aereo', label: 'Aéreo' },
]

function BulkTariff({ ticked, tariffs, save }: BulkTariffProps) {
  const [kind, setKind] = useState('')
  const [tariffId, setTariffId] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const offered = tariffs.filter((tariff) => tariff.type === kind)
  const tariff = offered.find((one) => one.id === tariffId)
  const rows = ticked.filter((row) => row.shippingMethod === kind)

  const apply = async () => {
    if (tariff === undefined) return toastError('Seleccione una tarifa')
    if (rows.length === 0) return toastError('No hay paquetes seleccionados de ese tipo')
    setIsSaving(true)
    await save(rows, tariff)
    setIsSaving(false)
  }
  return (
    <fieldset className="flex flex-wrap gap-2.5 px-4 pb-3">
      <legend className="sr-only">Cambiar Tarifas</legend>
      <SelectInput
        aria-label="Tipo de tarifa"
        value={kind}
        className="min-w-[120px] flex-1"
        onChange={(event) => {
          setKind(event.target.value)
          setTariffId('')
        }}
      >
        <option value="">Tipo</option>
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectInput>
      <SelectInput
        aria-label="Tarifa"
        value={tariffId}
        className="min-w-[200px] flex-[2]"
        onChange={(event) => setTariffId(event.target.value)}
      >
        <option value="">{kind !== '' && offered.length === 0 ? 'No hay tarifas de este tipo' : 'Tarifa'}</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {`${one.name} · ${formatTariffPrice(one.pricePerPound, one.unit)}`}
          </option>
        ))}
      </SelectInput>
      <Button
        disabled={tariff === undefined}
        busy={isSaving}
        busyLabel="Aplicando..."
        className="min-w-[150px] max-sm:flex-1"
        onClick={() => void apply()}
      >
        {tariff === undefined ? 'Aplicar' : `Aplicar a ${countText(rows.length, 'paquete', 'paquetes')}`}
      </Button>
    </fieldset>
  )
}

type PackageRowsProps = { desk: InvoiceDesk; layout: 'wide' | 'narrow'; isAllTicked: boolean }

// A constant, so that rows without charges are not rendered again.
const noRows: never[] = []

/** All rows share their column widths. */
function PackageRows({ desk, layout, isAllTicked }: PackageRowsProps) {
  const { form, dispatch, data, charges, currency, edits, askTariff, reload } = desk
  const may = useMay()
  const mayPrice = may('tariffs.write') && may('packages.write')
  const isWide = layout === 'wide'
  const { rows } = form.packages
  const columns = useMemo(() => chooseColumns(rows), [rows])
  return (
    <div className="border-line border-t">
      {isWide && (
        <div
          style={{ gridTemplateColumns: columns }}
          className="grid h-8 items-center bg-surface-2 pr-4 pl-4 text-[12px] text-muted"
        >
          <CheckBox
            aria-label="Seleccionar todos los paquetes"
            checked={isAllTicked}
            aria-checked={!isAllTicked && form.ticked.size > 0 ? 'mixed' : isAllTicked}
            onChange={() => dispatch({ type: 'allTicked', isTicked: !isAllTicked })}
          />
          <span className="pl-2.5 font-medium">Peso</span>
          <span className="font-medium">Tarifa</span>
          <span className="pl-2 text-right font-medium">US$/lb</span>
          <span className="pl-2.5 font-medium">{may('discounts.give') && 'Descuento'}</span>
          <span className="text-right font-medium">Total</span>
        </div>
      )}
      <ul aria-label="Paquetes" className={cx('divide-y divide-line', isWide && 'border-line border-t')}>
        {rows.map((row) => (
          <PackageRow
            key={row.id}
            row={row}
            layout={layout}
            columns={columns}
            isTicked={form.ticked.has(row.id)}
            discount={form.discounts.get(row.id) ?? noDiscount}
            refusal={form.refusals.get(row.id)}
            onReload={form.refusals.has(row.id) ? reload : undefined}
            currency={currency}
            tariffs={data.tariffs}
            charges={charges.byPackage.get(row.id) ?? noRows}
            catalogue={data.charges}
            currencies={data.currencies}
            edits={edits}
            onMissingTariff={mayPrice ? askTariff : undefined}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </div>
  )
}

export function PackageCard({ desk }: { desk: InvoiceDesk }) {
  const { form, dispatch, data, edits } = desk
  const { phase, rows } = form.packages
  const [isBulkOpen, setIsBulkOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isRoomy = useIsAtLeast(box, roomyWidth)
  const billable = rows.filter(isBillable).length
  const isLeft = rows.length > 0 && rows.every(({ status }) => status?.isFinalStatus)
  const title = isLeft ? 'Entregados sin factura' : 'Paquetes Listos para Retirar'
  const isAllTicked = billable > 0 && form.ticked.size === billable
  return (
    <section aria-label={title} ref={box}>
      <Surface className="relative overflow-clip">
        {phase === 'loading' && rows.length > 0 && <ProgressBar />}
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-1 max-sm:pt-3">
          <h2 tabIndex={-1} data-field="packages" className="font-semibold text-card focus:outline-none">
            {`${title}${phase === 'loaded' || rows.length > 0 ? ` (${rows.length})` : ''}`}
          </h2>
          {rows.length > 0 && (
            <>
              <span className="text-muted" aria-live="polite">
                {countText(form.ticked.size, 'seleccionado', 'seleccionados')}
              </span>
              <span className="ml-auto flex flex-wrap items-center">
                {!isRoomy && billable > 1 && (
                  <Button
                    variant="link"
                    className="px-2 text-label"
                    onClick={() => dispatch({ type: 'allTicked', isTicked: !isAllTicked })}
                  >
                    {isAllTicked ? 'Quitar todos' : 'Seleccionar todos'}
                  </Button>
                )}
                <BulkButton isOpen={isBulkOpen} onClick={() => setIsBulkOpen(!isBulkOpen)} />
              </span>
            </>
          )}
        </div>
        {isBulkOpen && rows.length > 0 && (
          <BulkTariff
            ticked={rows.filter((row) => form.ticked.has(row.id))}
            tariffs={data.tariffs}
            save={edits.saveTariffs}
          />
        )}
        <NoPackages desk={desk} />
        {rows.length > 0 && <PackageRows desk={desk} layout={isRoomy ? 'wide' : 'narrow'} isAllTicked={isAllTicked} />}
      </Surface>
    </section>
  )
}

function BulkButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const mayChange = useMay()('packages.write')
  if (!mayChange) return null
  return (
    <Button
      variant="link"
      icon={<TagIcon size={16} aria-hidden="true" />}
      aria-expanded={isOpen}
      className="-mr-2 px-2 text-label"
      onClick={onClick}
    >
      Cambiar Tarifas
    </Button>
  )
}

/** Why there are no packages to choose. */
function NoPackages({ desk: { form, reload } }: { desk: InvoiceDesk }) {
  const { phase, rows } = form.packages
  return (
    <>
      {phase === 'loading' && rows.length === 0 && (
        <div className="border-line border-t">
          <SkeletonRows rows={3} height={56} label="Cargando paquetes..." />
        </div>
      )}
      {phase === 'failed' && <ErrorState title="Error al cargar paquetes del cliente" onRetry={reload} />}
      {phase === 'loaded' && rows.length === 0 && (
        <EmptyState
          title="No hay paquetes listos para retirar"
          hint="Aquí aparecen los del cliente que estén en ese estado y sin facturar."
        >
          <Button icon={<RefreshCw size={16} aria-hidden="true" />} onClick={reload}>
            Actualizar
          </Button>
        </EmptyState>
      )}
    </>
  )
}
