import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { keepFocus, SavedBar } from '../../ui/feedback/saved-bar.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { fullName } from '../client-search/client-name.ts'
import { InvoiceBadge } from '../invoices/invoice-badge.tsx'
import { usePrintInvoice, usePrintKey } from '../invoices/print-invoice.ts'
import { ChangeLarge } from '../taking/change-large.tsx'

const PaymentForm = defer(() => import('../invoices/payment-form.tsx').then((module) => module.PaymentForm), DialogWait)

const ShareDialog = defer(() => import('../invoices/share-dialog.tsx').then((module) => module.ShareDialog), DialogWait)

type SavedInvoiceProps = { saved: Invoice; onOpen: () => void; onClose: () => void }

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
    <>
      <SavedBar
        label="Factura creada"
        done="Factura creada exitosamente"
        title={`Factura #${invoice.companyInvoiceId}`}
        onOpen={onOpen}
        amount={money(invoice.totalAmount)}
        beside={<InvoiceBadge status={invoice.status} />}
        name={fullName(client)}
        now={
          invoice.status !== 'cancelled' && (
            <ChangeLarge change={invoice.change} className="max-md:order-1 max-md:w-full" />
          )
        }
        closeLabel={`Cerrar el aviso de la factura #${invoice.companyInvoiceId}`}
        onClose={onClose}
      >
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
      </SavedBar>
      {doing === 'payment' && <PaymentForm invoice={invoice} onClose={close} />}
      {doing === 'sharing' && <ShareDialog invoice={invoice} onClose={close} />}
    </>
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
  const here = items.filter(({ companyHandoverId }) => companyHandoverId === null)
  if (here.length === 0) return null
  const packages = here.map(({ packageId }) => packageId).join(',')
  return (
    <Link to={`/entregar?cliente=${client.id}&paquetes=${packages}`} className={buttonClass('secondary')}>
      {`Entregar (${here.length})`}
    </Link>
  )
}
