import { useMemo } from 'react'
import { useMay } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import type { InvoiceDesk } from './invoice-desk.ts'
import { noDiscount } from './invoice-form-state.ts'
import { PackageRow } from './package-row.tsx'
import { chooseColumns } from './package-row-wide.tsx'

type PackageRowsProps = { desk: InvoiceDesk; layout: 'wide' | 'narrow'; isAllTicked: boolean }

// A constant, so that a row without charges stays as it is.
const noRows: never[] = []

/** All share the sizes of their columns. */
export function PackageRows({ desk, layout, isAllTicked }: PackageRowsProps) {
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
