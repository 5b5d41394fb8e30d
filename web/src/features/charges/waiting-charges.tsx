import type { Charge } from '@casillero/shared/contract/charges'
import type { PackageCharge } from '@casillero/shared/contract/package-charges'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatDate } from '@casillero/shared/domain/business-date'
import { chargeKindNames } from '@casillero/shared/domain/charge-text'
import { isTyped, mayWait } from '@casillero/shared/domain/charges'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { call, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { isAmount, readAmount } from '../../ui/forms/decimal-text.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const failed = 'Error al guardar los cargos'

function useCharges(id: string) {
  const queries = useQueryClient()
  const {
    version,
    charges: waiting,
    automatic = [],
    total = [],
  } = useQuery(read('GET /api/packages/:id/charges', { params: { id } })).data?.data ?? {}
  const [typed, setTyped] = useState<Charge>()
  const save = useMutation({
    mutationFn: (charges: readonly Line[]) =>
      call('PUT /api/packages/:id/charges', { params: { id }, body: { charges: [...charges], version } }),
    onSuccess: () => {
      setTyped(undefined)
      return queries.invalidateQueries()
    },
    onError: (error) => {
      toastFailure(error, failed)
      // Another user changed them meanwhile.
      void queries.invalidateQueries()
    },
  })
  return { waiting, automatic, total, typed, setTyped, save }
}

/** Renders nothing without charges. */
export function WaitingCharges({ courierPackage }: { courierPackage: CourierPackage }) {
  const { id, invoiceItems } = courierPackage
  const may = useMay()
  const mayWrite = may('packages.write') && invoiceItems.length === 0
  const { user } = useSignedIn()
  const mayTakeOff = ({ createdBy }: PackageCharge) => mayWrite && (may('charges.lower') || createdBy.id === user.id)
  const catalogue = useQuery(read('GET /api/charges', { query: {} })).data?.data ?? []
  const { waiting, automatic, total, typed, setTyped, save } = useCharges(id)
  const offered = catalogue.filter(
    (charge) => mayWait(charge) && !waiting?.some(({ chargeId }) => chargeId === charge.id),
  )
  const isEmpty = waiting?.length === 0 && automatic.length === 0
  if (waiting === undefined || (isEmpty && (catalogue.length === 0 || !mayWrite))) return null
  const kept = waiting.map(toLine)
  const add = (charge: Charge) => (isTyped(charge) ? setTyped(charge) : save.mutate([...kept, { chargeId: charge.id }]))
  return (
    <FormSection title="Cargos" columns="grid-cols-1">
      <div inert={save.isPending}>
        {isEmpty && typed === undefined && (
          <p className="text-help text-muted">Lo que se ponga aquí espera a la factura del paquete.</p>
        )}
        <ul aria-label="Cargos del paquete">
          {automatic.map(({ chargeId, name, amount, days }) => (
            <li key={chargeId} className="flex min-h-(--control) items-center gap-2 text-body">
              <span className="min-w-0 flex-1 break-words">
                <span className="font-medium">{name}</span>
                <span className="ml-2 text-help text-muted">
                  {days === null ? 'se aplica solo' : `se aplica solo · ${days === 1 ? '1 día' : `${days} días`}`}
                </span>
              </span>
              <span className="whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>
            </li>
          ))}
          {waiting.map((one) => (
            <WaitingLine
              key={one.chargeId}
              charge={one}
              onTakeOff={
                mayTakeOff(one)
                  ? () => save.mutate(kept.filter(({ chargeId }) => chargeId !== one.chargeId))
                  : undefined
              }
            />
          ))}
        </ul>
        {total.length > 0 && (
          <p className="border-line border-t pt-1.5 text-right text-help text-muted tabular-nums">
            {`Más cargos: ${total.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' + ')}`}
          </p>
        )}
        {typed && (
          <TypedCharge
            charge={typed}
            onSave={(line) => save.mutate([...kept, line])}
            onDrop={() => setTyped(undefined)}
          />
        )}
        {mayWrite && typed === undefined && offered.length > 0 && (
          <Menu
            align="start"
            items={offered.map((charge) => ({
              label: charge.name,
              ...(isTyped(charge) ? { takesFocus: true as const } : {}),
              run: () => add(charge),
            }))}
            trigger={(trigger) => (
              <Button {...trigger} size="sm" className="mt-1" icon={<Plus size={15} aria-hidden="true" />}>
                Agregar cargo
              </Button>
            )}
          />
        )}
      </div>
    </FormSection>
  )
}

function WaitingLine({ charge, onTakeOff }: { charge: PackageCharge; onTakeOff: (() => void) | undefined }) {
  return (
    <li className="flex items-center gap-2 text-body">
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium">{charge.name}</span>
        <span className="ml-2 text-help text-muted">
          {`${charge.createdBy.fullName}, ${formatDate(charge.createdAt)}`}
        </span>
      </span>
      <span className="whitespace-nowrap tabular-nums">{amountText(charge)}</span>
      {onTakeOff && (
        <IconButton label={`Quitar ${charge.name}`} icon={<X size={16} aria-hidden="true" />} onClick={onTakeOff} />
      )}
    </li>
  )
}

type Line = { chargeId: string; amount?: number | null; currencyId?: string | null }

const toLine = ({ chargeId, amount, currency }: PackageCharge): Line => ({
  chargeId,
  amount,
  currencyId: currency?.id ?? null,
})

const amountText = ({ amount, currency, kind }: PackageCharge): string =>
  amount === null || currency === null ? chargeKindNames[kind] : formatMoney(amount, currency.symbol)

type TypedChargeProps = { charge: Charge; onSave: (line: Line) => void; onDrop: () => void }

/** Enter saves; Escape discards. */
function TypedCharge({ charge, onSave, onDrop }: TypedChargeProps) {
  const currencies = useQuery(read('GET /api/currencies/active')).data?.data ?? []
  const [amount, setAmount] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const currencyId = chosenId ?? currencies.find(({ isDefault }) => isDefault)?.id ?? ''
  const isReady = isAmount(amount) && readAmount(amount) > 0 && currencyId !== ''
  const save = () => isReady && onSave({ chargeId: charge.id, amount: readAmount(amount), currencyId })
  return (
    <fieldset
      className="flex flex-wrap items-center gap-2 py-1"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Keeps the dialog around it open.
          event.stopPropagation()
          onDrop()
        }
        if (event.key !== 'Enter') return
        event.preventDefault()
        save()
      }}
    >
      <legend className="float-left font-medium">{charge.name}</legend>
      <SelectInput
        aria-label={`Moneda de ${charge.name}`}
        className="ml-auto w-[84px]"
        value={currencyId}
        onChange={(event) => setChosenId(event.target.value)}
      >
        {currencies.map(({ id, symbol }) => (
          <option key={id} value={id}>
            {symbol}
          </option>
        ))}
      </SelectInput>
      <span className="w-[120px]">
        <DecimalInput
          autoFocus
          aria-label={`Monto de ${charge.name}`}
          max={9_999_999.99}
          decimals={2}
          value={amount}
          onChange={setAmount}
        />
      </span>
      <Button size="sm" disabled={!isReady} onClick={save}>
        Guardar
      </Button>
      <Button size="sm" variant="link" onClick={onDrop}>
        Cancelar
      </Button>
    </fieldset>
  )
}
