import type { Client } from '@casillero/shared/contract/clients'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOpenedRow } from '../../crud/opened-row.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { useIsWide, useMedia } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { TabPanel, TabSelect, Tabs } from '../../ui/layout/tabs.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { DiscardDialog } from '../../ui/overlays/discard-dialog.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { InvoiceList } from '../invoices/invoice-list.tsx'
import { useAskedClient } from './asked-client.ts'
import { focusField } from './field-focus.ts'
import { useInvoiceDesk } from './invoice-desk.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { isEntered } from './invoice-form-state.ts'

const InvoiceDetailDialog = defer(
  () => import('../invoices/invoice-detail.tsx').then((module) => module.InvoiceDetailDialog),
  DialogWait,
)
const MissingTariff = defer(
  () => import('../tariffs/missing-tariff.tsx').then((module) => module.MissingTariff),
  DialogWait,
)
const UnbilledList = defer(() => import('./unbilled-list.tsx').then((module) => module.UnbilledList))
const SavedInvoice = defer(() => import('./saved-invoice.tsx').then((module) => module.SavedInvoice))

/** A user who may not invoice sees the list of invoices. */
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

/** Both tabs; the form lives here, so that a look at the list loses nothing of it. */
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
  const [asked, setAsked] = useState<{ client: Client; isUnbilled: boolean }>()
  useAskedClient((client, isUnbilled) => {
    if (worked) setAsked({ client, isUnbilled })
    else desk.choose(client, isUnbilled)
  })

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
    // The control that opened it may be closed, so the focus goes on to the next client.
    if (tab === 'crear' && desk.form.client === undefined) focusField('client')
  }
  const { saved } = desk
  const content =
    tab === 'crear' ? (
      <>
        {saved && <SavedInvoice key={saved.id} saved={saved} onOpen={() => open(saved.id)} onClose={desk.closeSaved} />}
        <InvoiceForm desk={desk} />
        {/* Beside the form, because what is pressed in a dialog inside it would reach it. */}
        {desk.unpriced && (
          <MissingTariff
            type={desk.unpriced.shippingMethod}
            tariffs={desk.data.tariffs}
            onSaved={desk.takeTariff}
            onClose={() => desk.askTariff(undefined)}
          />
        )}
      </>
    ) : tab === 'facturas' ? (
      <InvoiceList onOpen={open} onCreate={() => show('crear')} />
    ) : (
      <UnbilledList />
    )
  return (
    <Page
      title="Facturar"
      tabs={isRoomy ? <Tabs {...choice} /> : <TabSelect {...choice} />}
      action={
        isWide ? undefined : { label: 'Nueva Factura', icon: <Plus size={20} aria-hidden="true" />, run: startAnew }
      }
    >
      {/* Always there, because a region that arrives with its text is missed. */}
      <p role="status" className="sr-only">
        {saved && `Factura creada exitosamente: #${saved.companyInvoiceId}`}
      </p>
      {isRoomy ? <TabPanel id={tab}>{content}</TabPanel> : content}
      {opened && <InvoiceDetailDialog key={opened} invoiceId={opened} onClose={closeDetail} />}
      {asked && (
        <DiscardDialog
          onStay={() => setAsked(undefined)}
          onDiscard={() => {
            setAsked(undefined)
            desk.reset()
            desk.choose(asked.client, asked.isUnbilled)
          }}
        />
      )}
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
