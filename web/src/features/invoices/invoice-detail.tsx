import './invoice-sheet.css'
import type { CompanySettings } from '@casillero/shared/contract/company'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { type ReversalDraft, type ReversalPreview, reversalDraft } from '@casillero/shared/contract/reversals'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { type Tab, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { MessageTab } from '../messages/message-list.tsx'
import { ChangeLarge } from '../taking/change-large.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { DrawerLine } from '../taking/drawer-line.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { invoiceDetailLabel } from './invoice-texts.ts'
import { InvoiceView } from './invoice-view.tsx'
import { PaymentForm } from './payment-form.tsx'
import { usePaper, usePrintInvoice, usePrintKey } from './print-invoice.ts'
import { findReceipt, usePrintReceipt } from './print-receipt.ts'
import { ReversalEffects } from './reversal-effects.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { VoidPanel } from './void-panel.tsx'

type Form = z.input<typeof reversalDraft>
type Payment = Invoice['payments'][number]

const Fields = createFields<Form>()

type ReversalFormProps = { invoice: Invoice; payment: Payment; onClose: () => void }

function useEffects({ id, collection }: Payment, changeReturned: boolean, cashSessionId: string | null) {
  const query = { changeReturned: changeReturned ? ('true' as const) : ('false' as const), ...named(cashSessionId) }
  const ofPayment = useQuery({
    ...read('GET /api/payments/:id/reversal', { params: { id }, query }),
    enabled: collection === null,
  })
  const ofCollection = useQuery({
    ...read('GET /api/collections/:id/reversal', { params: { id: collection?.id ?? '' }, query }),
    enabled: collection !== null,
  })
  return collection === null ? ofPayment : ofCollection
}

const named = (cashSessionId: string | null) => (cashSessionId === null ? {} : { cashSessionId })

const toExpectedCash = (effects: ReversalPreview | undefined): ReversalDraft['expectedCash'] =>
  effects?.cash.map(({ direction, amount, currencyId, cashSessionId }) => {
    return { direction, amount, currencyId, cashSessionId }
  }) ?? null

/** docs/product/cash.md, "Reversing a payment". */
function ReversalForm({ invoice, payment, onClose }: ReversalFormProps) {
  const [key] = useState(newIdempotencyKey)
  const [answer, setAnswer] = useState<boolean>()
  const currencies = useQuery(read('GET /api/currencies/active'))
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id ?? null
  const asked = useEffects(payment, false, cashSessionId)
  const isBack = answer ?? asked.data?.data.isChangeLikelyBack ?? false
  const effects = useEffects(payment, isBack, cashSessionId)
  const isByBank = payment.method !== 'cash' && payment.method !== 'credit'
  const { collection } = payment
  return (
    <FormDialog<Form, ReversalDraft>
      texts={{
        title: 'Revertir pago',
        badge: `#${invoice.companyInvoiceId}`,
        save: 'Revertir pago',
        saving: 'Revirtiendo...',
        saved: 'Pago revertido',
        failed: 'Error al revertir el pago',
      }}
      size="lg"
      schema={reversalDraft}
      values={{ reason: '', reference: '' }}
      save={(draft): Promise<unknown> => {
        const expectedCash = toExpectedCash(effects.data?.data)
        const body = { ...draft, cashSessionId, changeReturned: isBack, expectedCash }
        const headers = { 'Idempotency-Key': key }
        return collection === null
          ? call('POST /api/payments/:id/reverse', { params: { id: payment.id }, body, headers })
          : call('POST /api/collections/:id/reverse', { params: { id: collection.id }, body, headers })
      }}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p>
          {'Se revierte el pago de '}
          <b className="whitespace-nowrap font-semibold">{formatMoney(payment.total, payment.currency.symbol)}</b>
          {` · ${paymentMethodNames[payment.method]}.`}
        </p>
        {collection !== null && (
          <p className="font-medium">
            {`Es parte del cobro #${collection.companyCollectionId}: se revierte el cobro completo, en todas sus facturas.`}
          </p>
        )}
        <DrawerLine currencies={currencies.data?.data ?? []} isLeaving />
        <ReversalEffects asked={asked} effects={effects} isBack={isBack} onAnswer={setAnswer} />
        <Fields.Text
          name="reason"
          label="Motivo"
          required
          maxLength={200}
          placeholder="Por ejemplo: se registró en otra factura"
        />
        {isByBank && (
          <Fields.Text name="reference" label="Referencia de la devolución" placeholder="Opcional" maxLength={120} />
        )}
      </div>
    </FormDialog>
  )
}

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
      {reversing && <ReversalForm invoice={invoice} payment={reversing} onClose={() => setReversing(undefined)} />}
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
