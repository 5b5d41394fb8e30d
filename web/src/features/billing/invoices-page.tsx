import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOpenedRow } from '../../crud/opened-row.ts'
import { describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { keepFocus, SavedBar } from '../../ui/feedback/saved-bar.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { DiscardDialog } from '../../ui/overlays/discard-dialog.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { fullName } from '../client-search/client-name.ts'
import { InvoiceBadge } from '../invoices/invoice-badge.tsx'
import { InvoiceDetailDialog } from '../invoices/invoice-detail.tsx'
import { InvoiceList } from '../invoices/invoice-list.tsx'
import { PaymentForm } from '../invoices/payment-form.tsx'
import { usePrintInvoice, usePrintKey } from '../invoices/print-invoice.ts'
import { ShareDialog } from '../invoices/share-dialog.tsx'
import { ChangeInBar } from '../taking/change-large.tsx'
import { MissingTariff } from '../tariffs/missing-tariff.tsx'
import { focusField } from './form/field-focus.ts'
import { type InvoiceDesk, useInvoiceDesk } from './form/invoice-desk.ts'
import { InvoiceForm } from './form/invoice-form.tsx'
import { isEntered } from './form/invoice-form-state.ts'
import { UnbilledList } from './unbilled-list.tsx'

const name = 'cliente'

/** Runs once for `/facturar?cliente=<id>`; with `entregados=si` it asks for packages that left without an invoice. */
function useAskedClient(onFound: (client: Client, isUnbilled: boolean) => void): void {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const id = params.get(name)
  const isUnbilled = params.get('entregados') === 'si'
  const take = useEffectEvent(onFound)
  const forget = useEffectEvent(() =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(name)
        next.delete('entregados')
        return next
      },
      { replace: true },
    ),
  )
  useEffect(() => {
    if (id === null) return
    let isWanted = true
    const find = async () => {
      try {
        const { data } = await queries.fetchQuery(read('GET /api/client/:id', { params: { id } }))
        if (isWanted) take(data, isUnbilled)
      } catch (error) {
        if (isWanted) toastError(describeError(error, 'Error al cargar el cliente'))
      }
      if (isWanted) forget()
    }
    void find()
    return () => {
      isWanted = false
    }
  }, [id, isUnbilled, queries])
}

/** A user without the right to invoice sees only the list. */
export function InvoicesPage() {
  const may = useMay()
  return may('invoices.write') ? <ClerkPage /> : <ReaderPage />
}

function ReaderPage() {
  const { id, open, close } = useOpenedRow()
  return (
    <Page title="Facturar">
      <InvoiceList onOpen={open} onCreate={undefined} />
      {id && <InvoiceDetailDialog key={id} invoiceId={id} onClose={close} />}
    </Page>
  )
}

type TabId = 'crear' | 'facturas' | 'entregados'

const tabs: readonly { id: TabId; label: string }[] = [
  { id: 'crear', label: 'Crear Factura' },
  { id: 'facturas', label: 'Ver Facturas' },
  { id: 'entregados', label: 'Entregados sin factura' },
]

/** Asks before the entries for another client are lost. */
function useAskedDialog(desk: InvoiceDesk, worked: boolean) {
  const [asked, setAsked] = useState<{ client: Client; isUnbilled: boolean }>()
  useAskedClient((client, isUnbilled) => {
    if (worked) setAsked({ client, isUnbilled })
    else desk.choose(client, isUnbilled)
  })
  return (
    asked && (
      <DiscardDialog
        onStay={() => setAsked(undefined)}
        onDiscard={() => {
          setAsked(undefined)
          desk.reset()
          desk.choose(asked.client, asked.isUnbilled)
        }}
      />
    )
  )
}

/** Holds the form's state, so that looking at the list loses nothing. */
function ClerkPage() {
  const [params, setParams] = useSearchParams()
  const { id: opened, open, close } = useOpenedRow()
  const [isRestarting, setIsRestarting] = useState(false)
  const desk = useInvoiceDesk(open)
  const isWide = useIsWide()
  const isRoomy = useMedia('(min-width: 768px)')
  const tab = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'crear'
  const show = (id: TabId) => setParams(id === 'crear' ? {} : { tab: id })
  const worked = isEntered(desk.form)
  useUnsavedWork(worked)
  const askedDialog = useAskedDialog(desk, worked)

  const startAnew = () => {
    if (tab !== 'crear') show('crear')
    else if (worked) setIsRestarting(true)
    else {
      desk.reset()
      focusField('client')
    }
  }
  const choice = { label: 'Facturar', tabs, current: tab, onChange: show }
  const closeDetail = () => {
    close()
    if (tab === 'crear' && desk.form.client === undefined) focusField('client')
  }
  const { saved } = desk
  const content = <TabContent tab={tab} desk={desk} onOpen={open} onCreate={() => show('crear')} />
  return (
    <Page
      title="Facturar"
      tabs={isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}
      action={
        isWide ? undefined : { label: 'Nueva Factura', icon: <Plus size={20} aria-hidden="true" />, run: startAnew }
      }
    >
      {/* Rendered from the start: screen readers miss a live region that appears with its text. */}
      <p role="status" className="sr-only">
        {saved && `Factura creada exitosamente: #${saved.companyInvoiceId}`}
      </p>
      {isRoomy ? <TabPanel id={tab}>{content}</TabPanel> : content}
      {opened && <InvoiceDetailDialog key={opened} invoiceId={opened} onClose={closeDetail} />}
      {askedDialog}
      {isRestarting && (
        <DiscardDialog
          onStay={() => setIsRestarting(false)}
          onDiscard={() => {
            setIsRestarting(false)
            desk.reset()
          }}
        />
      )}
    </Page>
  )
}

type TabContentProps = { tab: TabId; desk: InvoiceDesk; onOpen: (id: string) => void; onCreate: () => void }

function TabContent({ tab, desk, onOpen, onCreate }: TabContentProps) {
  if (tab === 'facturas') return <InvoiceList onOpen={onOpen} onCreate={onCreate} />
  if (tab === 'entregados') return <UnbilledList />
  const { saved } = desk
  return (
    <>
      {saved && <SavedInvoice key={saved.id} saved={saved} onOpen={() => onOpen(saved.id)} onClose={desk.closeSaved} />}
      <InvoiceForm desk={desk} />
      {/* Outside the form, because events of a dialog inside would reach it. */}
      {desk.unpriced && (
        <MissingTariff
          type={desk.unpriced.shippingMethod}
          tariffs={desk.data.tariffs}
          onSaved={desk.takeTariff}
          onClose={() => desk.askTariff(undefined)}
        />
      )}
    </>
  )
}

type SavedInvoiceProps = { saved: Invoice; onOpen: () => void; onClose: () => void }

/** docs/product/invoices.md, "The bar". */
function SavedInvoice({ saved, onOpen, onClose }: SavedInvoiceProps) {
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
        now={invoice.status !== 'cancelled' && <ChangeInBar change={invoice.change} />}
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

/** Offered once the invoice is paid, if the company requires that. */
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
