import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import type { InvoiceDesk } from './invoice-desk.ts'
import { noDiscount } from './invoice-form-state.ts'
import { PackageRow } from './package-row.tsx'

type PackageRowsProps = { desk: InvoiceDesk; layout: 'wide' | 'narrow'; isAllTicked: boolean }

// A constant, so that a row without charges stays as it is.
const noRows: never[] = []

/** One grid for all rows, so that their columns stand under each other whatever they hold. */
export function PackageRows({ desk, layout, isAllTicked }: PackageRowsProps) {
  const { form, dispatch, data, charges, currency, edits, askTariff, reload } = desk
  const mayPrice = useMay()('tariffs.write')
  const isWide = layout === 'wide'
  return (
    <div
      className={cx(
        'border-line border-t',
        isWide && 'grid grid-cols-[auto_116px_minmax(0,1fr)_auto_134px_minmax(98px,auto)]',
      )}
    >
      {isWide && (
        <div className="col-span-full grid h-8 grid-cols-subgrid items-center bg-surface-2 pr-4 pl-4 text-[12px] text-muted">
          <CheckBox
            aria-label="Seleccionar todos los paquetes"
            checked={isAllTicked}
            aria-checked={!isAllTicked && form.ticked.size > 0 ? 'mixed' : isAllTicked}
            onChange={() => dispatch({ type: 'allTicked', isTicked: !isAllTicked })}
          />
          <span className="pl-2.5 font-medium">Peso</span>
          <span className="font-medium">Tarifa</span>
          <span className="pl-2 text-right font-medium">US$/lb</span>
          <span className="pl-2.5 font-medium">Descuento</span>
          <span className="text-right font-medium">Total</span>
        </div>
      )}
      <ul
        aria-label="Paquetes"
        className={cx('divide-y divide-line', isWide && 'col-span-full grid grid-cols-subgrid border-line border-t')}
      >
        {form.packages.rows.map((row) => (
          <PackageRow
            key={row.id}
            row={row}
            layout={layout}
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
