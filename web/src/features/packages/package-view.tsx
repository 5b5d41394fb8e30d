import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatMoney, formatPricePerPound } from '@casillero/shared/domain/money-format'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { FormSection } from '../../ui/layout/surface.tsx'
import { TabPanel } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { MessageTab } from '../messages/message-list.tsx'
import { ShippingKindLabel } from '../tariffs/shipping-kind.tsx'
import { lastOrder, useStatuses } from './package-choices.ts'
import { PackageHistory } from './package-history.tsx'
import { type PackageTab, PackageTabs } from './package-tabs.tsx'
import { clientName, historyCount, packageNumber, priceText, weightText } from './package-text.ts'

type PackageViewProps = { parcel: CourierPackage; onClose: () => void }

/** For whoever may look at a package and not change it. */
export function PackageView({ parcel, onClose }: PackageViewProps) {
  const statuses = useStatuses()
  const [tab, setTab] = useState<PackageTab>('details')
  return (
    <Dialog
      title="Paquete"
      badge={<Tag>{packageNumber(parcel)}</Tag>}
      size="3xl"
      head={<PackageTabs current={tab} count={historyCount(parcel)} onChange={setTab} />}
      firstFocus="[data-close]"
      onClose={onClose}
      footer={
        <Button data-close variant="primary" className="max-md:flex-1" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <TabPanel id={tab} className="px-4 md:px-5">
        {tab === 'details' && <Details parcel={parcel} last={lastOrder(statuses)} />}
        {tab === 'history' && <PackageHistory parcel={parcel} statuses={statuses} />}
        {tab === 'messages' && <MessageTab filter={{ packageId: parcel.id }} />}
      </TabPanel>
    </Dialog>
  )
}

function Details({ parcel, last }: { parcel: CourierPackage; last: number }) {
  const { client, tariff, pricePerPound } = parcel
  return (
    <>
      <FormSection title="Paquete" columns="grid-cols-2">
        <Fact label="Cliente">
          {client === null ? clientName(parcel) : `${clientName(parcel)} · ${client.casillero}`}
        </Fact>
        <Fact label="Método de envío">
          <ShippingKindLabel kind={parcel.shippingMethod} />
        </Fact>
        <Fact label="Tracking de envío">{parcel.tracking}</Fact>
        <Fact label="Tracking de bodega">{parcel.warehouseTracking}</Fact>
        <Fact label="Peso">{weightText(parcel)}</Fact>
        <Fact label="Tienda">{parcel.provider}</Fact>
        <Fact label="Nombre en el paquete">{parcel.clientPackageName}</Fact>
        <Fact label="Descripción">{parcel.description}</Fact>
        <Fact label="Contenido">{parcel.contents}</Fact>
      </FormSection>
      <FormSection title="Tarifa y precio" columns="grid-cols-2">
        <Fact label="Tarifa">{tariff && `${tariff.name} · ${formatPricePerPound(pricePerPound ?? 0)}`}</Fact>
        <Fact label="Descuento">{discountText(parcel)}</Fact>
        <Fact label="Total estimado">{priceText(parcel)}</Fact>
      </FormSection>
      <FormSection title="Seguimiento" columns="grid-cols-2">
        <Fact label="Estado">
          <StatusBadge status={parcel.status} last={last} fallback="Sin estado" />
        </Fact>
        <Fact label="Comentarios">{parcel.comments}</Fact>
      </FormSection>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-help text-muted">{label}</p>
      <div className="whitespace-pre-line break-words text-body">{children ?? '—'}</div>
    </div>
  )
}

function discountText({ discountType, discountValue }: CourierPackage): string {
  if (discountType === 'none') return 'Ninguno'
  return discountType === 'percentage' ? `${discountValue}%` : formatMoney(discountValue)
}
