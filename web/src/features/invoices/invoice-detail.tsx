import type { Invoice } from '@casillero/shared/contract/invoices'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { type Tab, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { MessageTab } from '../messages/message-list.tsx'
import { ChangeLarge } from '../taking/change-large.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { InvoiceView } from './invoice-view.tsx'
import { PaymentForm } from './payment-form.tsx'
import { usePaper, usePrintInvoice, usePrintKey } from './print-invoice.ts'
import { findReceipt, usePrintReceipt } from './print-receipt.ts'
import { ReversalForm } from './reversal-form.tsx'
import { ShareDialog } from './share-dialog.tsx'

type InvoiceDetailProps = {
  invoiceId: string
  onClose: () => void
  packageId?: string
  note?: ReactNode
  failed?: string
}

export function InvoiceDetailDialog({
  invoiceId,
  packageId,
  note,
  onClose,
  failed = 'Error al cargar detalles de la factura',
}: InvoiceDetailProps) {
  const query = useQuery({ ...read('GET /api/invoices/:id', { params: { id: invoiceId } }), meta: { failed } })
  const invoice = query.data?.data
  if (invoice !== undefined)
    return <LoadedInvoice invoice={invoice} packageId={packageId} note={note} onClose={onClose} />
  return (
    <Dialog title="Factura" size="3xl" onClose={onClose}>
      <div className="grid min-h-60 place-items-center px-4 pb-6">
        {query.isError ? (
          <LostRow
            error={query.error}
            lost="Esta factura no existe."
            failed={failed}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Spinner label="Cargando factura..." />
        )}
      </div>
    </Dialog>
  )
}

type LoadedInvoiceProps = { invoice: Invoice; packageId: string | undefined; note: ReactNode; onClose: () => void }

function LoadedInvoice({ invoice, packageId, note, onClose }: LoadedInvoiceProps) {
  const may = useMay()
  const session = useSignedIn()
  const [open, setOpen] = useState<'payment' | 'sharing'>()
  const close = () => setOpen(undefined)
  const [reversing, setReversing] = useState<Invoice['payments'][number]>()
  const [tab, setTab] = useState<InvoiceTab>('invoice')
  const [handed, setHanded] = useState<Invoice['change']>([])
  const company = useQuery(read('GET /api/companies/info'))
  const { paper, choosePaper } = usePaper()
  const { print, isPrinting } = usePrintInvoice()
  const receipts = usePrintReceipt()
  usePrintKey(() => print(invoice))
  const isRoomy = useMedia('(min-width: 640px)')
  const canPay = invoice.status === 'pending' && may('payments.write')
  const canShare = may('invoices.write') && (invoice.status !== 'cancelled' || invoice.isShared)
  const canReverse = invoice.status !== 'cancelled' && may('payments.reverse')
  const view = (
    <>
      {note}
      {invoice.status !== 'cancelled' && <ChangeLarge change={handed} className="mb-4" />}
      <InvoiceView
        invoice={invoice}
        layout={isRoomy ? 'wide' : 'narrow'}
        onReverse={canReverse ? setReversing : undefined}
        onPrint={({ id }) => receipts.print(findReceipt(invoice, id))}
      />
    </>
  )
  return (
    <Dialog
      title={`Factura #${invoice.companyInvoiceId}`}
      size="3xl"
      badge={<InvoiceBadge status={invoice.status} isDetail={true} />}
      firstFocus="[data-close-invoice]"
      head={packageId && <Tabs {...tabs} current={tab} onChange={setTab} className="px-4 md:px-5" />}
      onClose={onClose}
      footer={
        <>
          <SelectInput
            aria-label="Papel"
            value={paper}
            className="w-28"
            onChange={({ target }) => choosePaper(target.value === 'ticket' ? 'ticket' : 'letter')}
          >
            <option value="letter">Carta</option>
            <option value="ticket">Ticket</option>
          </SelectInput>
          <Button
            icon={<Printer size={16} aria-hidden="true" />}
            busy={isPrinting}
            className="max-md:flex-1"
            onClick={() => print(invoice)}
          >
            Imprimir
          </Button>
          {canShare && (
            <Button className="max-md:flex-1" onClick={() => setOpen('sharing')}>
              Compartir
            </Button>
          )}
          {canPay && (
            <Button variant="primary" className="max-md:order-last max-md:w-full" onClick={() => setOpen('payment')}>
              Registrar pago
            </Button>
          )}
          <Button
            data-close-invoice
            variant={canPay ? 'secondary' : 'primary'}
            className="max-md:flex-1"
            onClick={onClose}
          >
            Cerrar
          </Button>
        </>
      }
    >
      {packageId === undefined ? (
        <div {...reading} className="border-line border-t px-4 py-4 text-body focus-visible:-outline-offset-2 md:px-5">
          {view}
        </div>
      ) : (
        <TabPanel id={tab} tabIndex={0} className="px-4 py-4 text-body focus-visible:-outline-offset-2 md:px-5">
          {tab === 'invoice' ? view : <MessageTab filter={{ packageId }} />}
        </TabPanel>
      )}
      <InvoiceSheet invoice={invoice} company={company.data?.company ?? { ...noFacts, name: session.company.name }} />
      {reversing && <ReversalForm invoice={invoice} payment={reversing} onClose={() => setReversing(undefined)} />}
      {open === 'payment' && (
        <PaymentForm invoice={invoice} onPaid={({ change }) => setHanded(change)} onClose={close} />
      )}
      {open === 'sharing' && <ShareDialog invoice={invoice} onClose={close} />}
    </Dialog>
  )
}

type InvoiceTab = 'invoice' | 'messages'

const tabs: { label: string; tabs: readonly Tab<InvoiceTab>[] } = {
  label: 'Paquete facturado',
  tabs: [
    { id: 'invoice', label: 'Factura' },
    { id: 'messages', label: 'Mensajes' },
  ],
}

// Content that is only read must be reachable too, or no key scrolls it.
const reading = { role: 'region', 'aria-label': 'Contenido de la factura', tabIndex: 0 }

const noFacts = { ruc: null, address: null, phone: null }
