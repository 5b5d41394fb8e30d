import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { useMayWeigh } from '../../../lib/may-weigh.ts'
import { useMay } from '../../../lib/session.ts'
import { toastError } from '../../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../../ui/forms/decimal-input.tsx'
import { formatDecimal, readAmount } from '../../../ui/forms/decimal-text.ts'
import { InlineEdit } from '../../../ui/forms/inline-edit.tsx'
import { inRow } from './package-row-parts.tsx'

type WeightEditProps = {
  row: CourierPackage
  save: (row: CourierPackage, weight: number) => Promise<void>
  caption?: string
}

const maxWeight = 9_999.99

export function WeightEdit({ row, save, caption }: WeightEditProps) {
  const may = useMay()
  const mayWeigh = useMayWeigh()
  const label = `Peso del paquete #${row.companyPackageId}`
  const keep = async (text: string) => {
    const weight = readAmount(text)
    if (weight === row.weight || text === '') return
    if (weight <= 0) {
      toastError('El peso debe ser mayor a 0')
      return
    }
    await save(row, weight)
  }
  return (
    <InlineEdit
      label={label}
      shown={row.weight === null ? 'Sin peso' : formatWeight(row.weight)}
      caption={caption}
      start={formatDecimal(row.weight, 2)}
      save={keep}
      isFixed={!(may('packages.write') && mayWeigh(row))}
      className={caption === undefined ? `relative z-1 w-max bg-surface ${inRow}` : 'col-span-2'}
    >
      {({ draft, change, busy }) => (
        <>
          <span className={caption === undefined ? 'w-[78px]' : 'flex-1'}>
            <DecimalInput
              aria-label={`${label} en libras`}
              max={maxWeight}
              value={draft}
              onChange={change}
              readOnly={busy}
            />
          </span>
          <span className="text-muted">lbs</span>
        </>
      )}
    </InlineEdit>
  )
}
