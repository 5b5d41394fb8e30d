import './invoice-sheet.css'
import type { CompanySettings } from '@casillero/shared/contract/company'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
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
import { invoiceDetailLabel } from './invoice-texts.ts'
import { InvoiceView } from './invoice-view.tsx'
import { PaymentForm } from './payment-form.tsx'
import { usePaper, usePrintInvoice, usePrintKey } from './print-invoice.ts'
import { findReceipt, usePrintReceipt } from './print-receipt.ts'
import { ReversalForm } from './reversal-form.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { VoidPanel } from './void-panel.tsx'

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

type OpenPart = 'payment' | 'sharing' | 'void'

type LoadedInvoiceProps = { invoice: Invoice; packageId: string | undefined; note: ReactNode; onClose: () => void }

function LoadedInvoice({ invoice, packageId, note, onClose }: LoadedInvoiceProps) {
  const may = useMay()
  const session = useSignedIn()
  const [open, setOpen] = useState<OpenPart>()
  const close = () => setOpen(undefined)
  const [reversing, setReversing] = useState<Invoice['payments'][number]>()
  const [tab, setTab] = useState<InvoiceTab>('invoice')
  const [handed, setHanded] = useState<Invoice['change']>([])
  const company = useQuery(read('GET /api/companies/info'))
  const printing = usePrintInvoice()
  const receipts = usePrintReceipt()
  usePrintKey(() => printing.print(invoice))
  const isRoomy = useMedia('(min-width: 640px)')
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
      footer={<InvoiceFoot invoice={invoice} printing={printing} onOpen={setOpen} onClose={onClose} />}
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
      {reversing && (
        <ReversalForm
          badge={`#${invoice.companyInvoiceId}`}
          payment={reversing}
          onClose={() => setReversing(undefined)}
        />
      )}
      {open === 'payment' && (
        <PaymentForm invoice={invoice} onPaid={({ change }) => setHanded(change)} onClose={close} />
      )}
      {open === 'sharing' && <ShareDialog invoice={invoice} onClose={close} />}
      {open === 'void' && <VoidPanel invoice={invoice} onClose={close} />}
    </Dialog>
  )
}

type InvoiceFootProps = {
  invoice: Invoice
  printing: ReturnType<typeof usePrintInvoice>
  onOpen: (part: OpenPart) => void
  onClose: () => void
}

function InvoiceFoot({ invoice, printing: { print, isPrinting }, onOpen, onClose }: InvoiceFootProps) {
  const may = useMay()
  const { paper, choosePaper } = usePaper()
  const canPay = invoice.status === 'pending' && may('payments.write')
  const canVoid = invoice.status !== 'cancelled' && may('invoices.delete')
  const canShare = may('invoices.write') && (invoice.status !== 'cancelled' || invoice.isShared)
  return (
    <>
      {canVoid && (
        <Button variant="link" className="mr-auto text-danger-text" onClick={() => onOpen('void')}>
          Anular
        </Button>
      )}
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
        <Button className="max-md:flex-1" onClick={() => onOpen('sharing')}>
          Compartir
        </Button>
      )}
      {canPay && (
        <Button variant="primary" className="max-md:order-last max-md:w-full" onClick={() => onOpen('payment')}>
          Registrar pago
        </Button>
      )}
      <Button data-close-invoice variant={canPay ? 'secondary' : 'primary'} className="max-md:flex-1" onClick={onClose}>
        Cerrar
      </Button>
    </>
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

// Read-only content must be focusable, or no key scrolls it.
const reading = { role: 'region', 'aria-label': 'Contenido de la factura', tabIndex: 0 }

const noFacts = { ruc: null, address: null, phone: null }

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone'>
type InvoiceSheetProps = { invoice: Invoice; company: Heading }

function InvoiceSheet({ invoice, company }: InvoiceSheetProps) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  const { label } = invoiceDetailLabel(invoice.status)
  const facts = [company.ruc && `RUC ${company.ruc}`, company.address].filter(Boolean)
  return createPortal(
    <article className="invoice-sheet">
      <header className="mb-4 flex items-start justify-between gap-6 border-line border-b pb-4">
        <div className="min-w-0">
          <p className="font-semibold text-title">{company.name}</p>
          <p>{facts.join(' · ')}</p>
          {company.phone && <p className="whitespace-nowrap">{formatPhone(company.phone)}</p>}
        </div>
        <div className="shrink-0 text-right">
          <p className="font-semibold text-title">{`Factura #${invoice.companyInvoiceId}`}</p>
          {invoice.status === 'cancelled' ? (
            <p className="font-[650] text-[32px] leading-10">{label}</p>
          ) : (
            <p>{label}</p>
          )}
        </div>
      </header>
      <InvoiceView invoice={invoice} layout="wide" />
    </article>,
    document.body,
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser lays out the page right after this event.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
