import type { ReadyPackage } from '@casillero/shared/contract/handovers'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Check, PackageOpen, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { fullName } from '../client-search/client-name.ts'
import { CreditText } from '../clients/credit-text.tsx'
import { ShippingKindIcon, shippingKindName } from '../tariffs/shipping-kind.tsx'
import type { Desk } from './handover-desk.ts'
import { type HandoverForm, type Tick, tick, tickPayable, untick } from './handover-form.ts'
import { formatTickedWeight, paymentText } from './handover-texts.ts'

const howText: Record<Tick, string> = { scan: 'Escaneado', hand: 'Marcado a mano', link: 'Marcado' }

// The next scan goes to the field that has the focus.
const keepFocus = (event: MouseEvent) => event.preventDefault()

type ReadyListProps = { desk: Desk; form: HandoverForm }

export function ReadyList({ desk, form }: ReadyListProps) {
  const { client, credit, packages, ticks } = form
  const payable = packages.filter(({ block }) => block === null)
  const isAll = payable.length > 0 && payable.every(({ id }) => ticks.has(id))
  const [oldest] = packages.flatMap(({ readyAt }) => readyAt ?? []).toSorted()
  const days = oldest === undefined ? 0 : daysSince(oldest)
  const toggleAll = () =>
    desk.setForm(isAll ? { ...form, ticks: new Map(), refused: undefined } : tickPayable(form, 'hand'))
  return (
    <Surface className="@container/card overflow-clip">
      <div className="flex items-center gap-2 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="break-words font-semibold text-body">{fullName(client)}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-muted">
            <Tag>{client.casillero}</Tag>
            <span className="tabular-nums">{formatPhone(client.phone)}</span>
          </p>
          <CreditText credit={credit} className="mt-0.5" />
        </div>
        <IconButton
          label="Quitar cliente y empezar de nuevo"
          icon={<X size={20} aria-hidden="true" />}
          className="size-11"
          onClick={desk.reset}
        />
      </div>
      {packages.length === 0 ? (
        <div className="border-line border-t">
          <EmptyState icon={<PackageOpen size={20} />} title="No hay paquetes listos para retirar" />
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-surface-2 px-4 py-2.5 text-body">
            <CheckBox
              aria-label="Marcar los que se pueden entregar"
              mixed={ticks.size > 0 && !isAll}
              checked={isAll}
              disabled={payable.length === 0}
              onMouseDown={keepFocus}
              onChange={toggleAll}
            />
            <span aria-live="polite" className="font-medium">
              {`${ticks.size} de ${packages.length} listos para retirar`}
            </span>
            <span className="text-muted tabular-nums">{formatTickedWeight(form)}</span>
            {days > 0 && (
              <span className="ml-auto text-help text-muted">{`El más viejo espera ${daysText(days)}`}</span>
            )}
          </div>
          <ul aria-label="Paquetes" className="divide-y divide-line border-line border-t">
            {packages.map((one) => (
              <Row key={one.id} courierPackage={one} desk={desk} form={form} />
            ))}
          </ul>
        </>
      )}
    </Surface>
  )
}

type RowProps = ReadyListProps & { courierPackage: ReadyPackage }

function Row({ courierPackage, desk, form }: RowProps) {
  const may = useMay()
  const { id, companyPackageId, description, tracking, warehouseTracking, shippingMethod, weight, block } =
    courierPackage
  const how = form.ticks.get(id)
  const refused = form.refused?.id === id ? form.refused.sentence : undefined
  // An admin may hand over what is not paid, with a reason.
  const isFixed = block !== null && !may('handovers.undo')
  const name = description ?? 'Sin descripción'
  return (
    <li
      aria-label={`Paquete #${companyPackageId}`}
      className={cx(
        'flex gap-3 px-4 py-2.5 text-body',
        refused !== undefined ? 'bg-danger-soft' : block !== null && how === undefined && 'bg-surface-2',
      )}
    >
      <CheckBox
        className="mt-0.5"
        aria-label={`Entregar #${companyPackageId}, ${name}`}
        aria-invalid={refused !== undefined || undefined}
        checked={how !== undefined}
        disabled={isFixed}
        onMouseDown={keepFocus}
        onChange={() => desk.setForm(how === undefined ? tick(form, id, 'hand') : untick(form, id))}
      />
      <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 @min-[560px]/card:grid-cols-[minmax(0,1fr)_92px_minmax(150px,auto)] @min-[560px]/card:items-center">
        <div className="@max-[559px]/card:col-span-2 min-w-0">
          <p className={cx('break-words font-medium', block !== null && 'text-muted')}>{name}</p>
          <p className="break-all text-help text-muted tabular-nums">
            {[`#${companyPackageId}`, tracking ?? warehouseTracking].filter(Boolean).join(' · ')}
          </p>
          {refused !== undefined && <p className="mt-0.5 text-danger-text text-label">{refused}</p>}
        </div>
        <p className="flex items-center gap-1.5 text-muted tabular-nums @min-[560px]/card:justify-end">
          <ShippingKindIcon kind={shippingMethod} size={15} />
          <span className="sr-only">{shippingKindName(shippingMethod)}</span>
          {weight === null ? '—' : formatWeight(weight)}
        </p>
        <div className="text-right">
          <PaymentText courierPackage={courierPackage} />
          <p className="text-help text-muted">
            {block === null || how !== undefined ? (
              how !== undefined && howText[how]
            ) : (
              <Way courierPackage={courierPackage} clientId={form.client.id} />
            )}
          </p>
        </div>
      </div>
    </li>
  )
}

function PaymentText({ courierPackage }: { courierPackage: ReadyPackage }) {
  const { isPaid, text } = paymentText(courierPackage)
  return (
    <p
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap font-medium tabular-nums',
        isPaid ? 'text-green-text' : 'text-yellow-text',
      )}
    >
      {isPaid && <Check size={14} className="shrink-0" aria-hidden="true" />}
      {text}
    </p>
  )
}

type WayProps = { courierPackage: ReadyPackage; clientId: string }

/** Links to where the obstacle can be resolved. */
function Way({ courierPackage, clientId }: WayProps): ReactNode {
  const { invoice } = courierPackage
  const [to, label] =
    invoice === null
      ? [`/facturar?cliente=${clientId}`, 'Facturar este paquete']
      : [`/facturar/${invoice.id}?tab=facturas`, 'Cobrar la factura']
  return (
    <Link
      to={to}
      state={{ step: 1 }}
      className="inline-flex min-h-6 items-center font-medium text-primary-text underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {label}
    </Link>
  )
}
