import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { InvoiceBadge } from '../invoices/invoice-badge.tsx'
import { usePrintInvoice, usePrintKey } from '../invoices/print-invoice.ts'

const PaymentForm = defer(() => import('../invoices/payment-form.tsx').then((module) => module.PaymentForm), DialogWait)

const ShareDialog = defer(() => import('../invoices/share-dialog.tsx').then((module) => module.ShareDialog), DialogWait)

type SavedInvoiceProps = { saved: Invoice; onOpen: () => void; onClose: () => void }

// A pressed button would take the focus from the search, where the next client is looked up.
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The invoice that was just made, and what is done with it at the counter. docs/product/invoices.md, "The bar". */
export function SavedInvoice({ saved, onOpen, onClose }: SavedInvoiceProps) {
  const { data } = useQuery({
    ...read('GET /api/invoices/:id', { params: { id: saved.id } }),
    initialData: { success: true as const, data: saved },
  })
  const invoice = data.data
  const [doing, setDoing] = useState<'payment' | 'sharing'>()
  const close = () => setDoing(undefined)
  const { print, isPrinting } = usePrintInvoice()
  usePrintKey(() => print(invoice))
  const { client, currency } = invoice
  const money = (amount: number) => formatMoney(amount, currency.symbol)
  return (
    <section
      aria-label="Factura creada"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5 rounded-lg border border-green-line bg-surface px-4 py-3"
    >
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-green-soft text-green-text">
        <Check size={20} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-40 text-body">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold tabular-nums">
          <span>
            <button
              type="button"
              className="rounded-sm font-semibold underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
              onClick={onOpen}
            >
              {`Factura #${invoice.companyInvoiceId}`}
            </button>
            {' · '}
            <span className="whitespace-nowrap">{money(invoice.totalAmount)}</span>
          </span>
          <InvoiceBadge status={invoice.status} />
        </p>
        <p className="break-words">{`${client.firstName} ${client.lastNames}`}</p>
      </div>
      <div className="order-last grid w-full grid-cols-2 gap-2 md:order-none md:flex md:w-auto">
        <Button busy={isPrinting} onMouseDown={keepFocus} onClick={() => print(invoice)}>
          Imprimir
        </Button>
        {invoice.status !== 'cancelled' && (
          <Button onMouseDown={keepFocus} onClick={() => setDoing('sharing')}>
            Compartir
          </Button>
        )}
        {invoice.status === 'pending' && (
          <Button className="tabular-nums" onMouseDown={keepFocus} onClick={() => setDoing('payment')}>
            {`Cobrar ${money(invoice.pendingTotal)}`}
          </Button>
        )}
        {invoice.status !== 'cancelled' && <HandOver invoice={invoice} />}
      </div>
      <IconButton
        label={`Cerrar el aviso de la factura #${invoice.companyInvoiceId}`}
        tip="Cerrar"
        icon={<X size={18} aria-hidden="true" />}
        className="max-md:self-start"
        onMouseDown={keepFocus}
        onClick={onClose}
      />
      {doing === 'payment' && <PaymentForm invoice={invoice} onClose={close} />}
      {doing === 'sharing' && <ShareDialog invoice={invoice} onClose={close} />}
    </section>
  )
}

/** Leads to the hand-over of what was invoiced, once it is paid where the company asks for that. */
function HandOver({ invoice: { client, items, status } }: { invoice: Invoice }) {
  const may = useMay()
  const company = useQuery(read('GET /api/companies/info'))
  if (!may('handovers.write') || company.data === undefined) return null
  if (status === 'pending' && company.data.company.requiresPaidHandover) {
    return <Button disabled>Entregar · Falta cobrar</Button>
  }
  const packages = items.map(({ packageId }) => packageId).join(',')
  return (
    <Link to={`/entregar?cliente=${client.id}&paquetes=${packages}`} className={buttonClass('secondary')}>
      {`Entregar (${items.length})`}
    </Link>
  )
}
