import type { CashDrawer } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { PaymentMethod } from '@casillero/shared/contract/payments'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { openDrawers, useDeviceDrawer } from './device-drawer.ts'
import { OpeningFields, openingTexts, useOpening } from './opening.tsx'

type DrawerLineProps = {
  currencies: readonly Currency[]
  isLeaving?: true
  /** The methods of what is being paid. */
  methods?: readonly PaymentMethod[]
}

/** Offers a choice if several drawers are open. */
export function DrawerLine({ currencies, isLeaving, methods = [] }: DrawerLineProps) {
  const { drawers, forPayments, toShow, choose } = useDeviceDrawer()
  const company = useQuery(read('GET /api/companies/info'))
  const [isOpening, setIsOpening] = useState(false)
  const open = openDrawers(drawers ?? [])
  if (open.length === 0) {
    if (toShow === undefined || company.data === undefined) return null
    if (methods.length > 0 && !methods.includes('cash')) return <OutsideDrawer methods={methods} />
    const { requiresCashSession } = company.data.company
    return (
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-label text-yellow-text">
        <Wallet size={16} className="shrink-0" aria-hidden="true" />
        <span>{withoutSession(requiresCashSession, isLeaving)}</span>
        <span aria-hidden="true">·</span>
        <Button variant="link" className="-mx-2 px-2 text-label" onClick={() => setIsOpening(true)}>
          Abrir caja
        </Button>
        {isOpening && <OpenDialog drawer={toShow} currencies={currencies} onClose={() => setIsOpening(false)} />}
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-label text-muted">
      <Wallet size={16} className="shrink-0" aria-hidden="true" />
      <span className="whitespace-nowrap">{isLeaving ? 'Sale de' : 'Entra a'}</span>
      {open.length === 1 ? (
        <span className="min-w-0 break-words font-semibold text-fg">{open[0]?.name}</span>
      ) : (
        <SelectInput
          aria-label={isLeaving ? 'Caja de la que sale el efectivo' : 'Caja a la que entra el pago'}
          className="w-44"
          value={forPayments?.id ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          {forPayments === undefined && <option value="">Elija la caja</option>}
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
      {forPayments === undefined && (
        <span className="text-yellow-text">
          {isLeaving ? 'Sin caja elegida: no sale de ninguna' : 'Sin caja elegida: no entra a ninguna'}
        </span>
      )}
    </div>
  )
}

function OutsideDrawer({ methods }: { methods: readonly PaymentMethod[] }) {
  const names = [...new Set(methods)].map((method) => paymentMethodNames[method].toLowerCase())
  return <span className="text-label text-muted">{`No entra a la caja: ${names.join(', ')}`}</span>
}

/** docs/product/cash.md, "At the counter". */
function withoutSession(isRequired: boolean, isLeaving: true | undefined): string {
  if (isLeaving) {
    return isRequired ? 'Sin turno abierto: no se devuelve en efectivo' : 'Sin turno abierto: no sale de ninguna caja'
  }
  return isRequired ? 'Sin turno abierto: no se cobra en efectivo' : 'Sin turno abierto: no entra a ninguna caja'
}

type OpenDialogProps = { drawer: CashDrawer; currencies: readonly Currency[]; onClose: () => void }

/** Opens over the payment, whose entries stay. */
function OpenDialog({ drawer, currencies, onClose }: OpenDialogProps) {
  return (
    <FormDialog
      {...useOpening(drawer, currencies)}
      texts={{ ...openingTexts, title: `Abrir ${drawer.name}`, save: 'Abrir turno', saving: 'Abriendo...' }}
      size="lg"
      onClose={onClose}
    >
      <div className="pb-5">
        <OpeningFields currencies={currencies} />
      </div>
    </FormDialog>
  )
}
