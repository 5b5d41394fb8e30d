import type { CourierPackage } from '@casillero/shared/contract/packages'
import { formatMoney, formatTariffPrice } from '@casillero/shared/domain/money-format'
import { formatArithmetic, formatMeasures, toPriced } from '@casillero/shared/domain/price-arithmetic'
import { toMeasures } from '@casillero/shared/domain/tariff-rules'
import { findTrackingPage, readTracking } from '@casillero/shared/domain/tracking-code'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TabPanel } from '../../../ui/layout/tabs.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { WaitingCharges } from '../../charges/waiting-charges.tsx'
import { MessageTab } from '../../messages/message-list.tsx'
import { ShippingKindLabel } from '../../tariffs/shipping-kind.tsx'
import { LabelButton } from '../labels/label-button.tsx'
import { lastOrder, useStatuses } from '../package-choices.ts'
import { clientName, packageNumber, priceText, promiseText, weightText } from '../package-text.ts'
import { PackagePhotos } from '../photos/package-photos.tsx'
import { PackageHistory } from './package-history.tsx'
import { type PackageTab, PackageTabs } from './package-tabs.tsx'
import { ShipmentLink } from './shipment-link.tsx'

type PackageViewProps = { courierPackage: CourierPackage; onClose: () => void }

export function PackageView({ courierPackage, onClose }: PackageViewProps) {
  const statuses = useStatuses()
  const [tab, setTab] = useState<PackageTab>('details')
  return (
    <Dialog
      title="Paquete"
      badge={<Tag>{packageNumber(courierPackage)}</Tag>}
      size="3xl"
      head={<PackageTabs courierPackage={courierPackage} current={tab} onChange={setTab} />}
      firstFocus="[data-close]"
      onClose={onClose}
      footer={
        <>
          <LabelButton label="Etiqueta" names={() => [courierPackage.id]} className="max-md:flex-1" />
          <Button data-close variant="primary" className="max-md:flex-1" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <TabPanel id={tab} tabIndex={0} className="px-4 focus-visible:-outline-offset-2 md:px-5">
        {tab === 'details' && <Details courierPackage={courierPackage} last={lastOrder(statuses)} />}
        {tab === 'photos' && <PackagePhotos courierPackage={courierPackage} />}
        {tab === 'history' && <PackageHistory courierPackage={courierPackage} statuses={statuses} />}
        {tab === 'messages' && <MessageTab filter={{ packageId: courierPackage.id }} />}
      </TabPanel>
    </Dialog>
  )
}

function Details({ courierPackage, last }: { courierPackage: CourierPackage; last: number }) {
  const { client, tariff, pricePerPound, priceRules, declaredValue } = courierPackage
  const measures = toMeasures(courierPackage)
  const arithmetic = formatArithmetic(toPriced(courierPackage))
  return (
    <>
      <FormSection title="Paquete" columns="grid-cols-2">
        <Fact label="Cliente">
          {client === null ? clientName(courierPackage) : `${clientName(courierPackage)} · ${client.casillero}`}
        </Fact>
        <Fact label="Método de envío">
          <ShippingKindLabel kind={courierPackage.shippingMethod} />
        </Fact>
        <Fact label="Tracking de envío">
          <TrackingLink tracking={courierPackage.tracking} />
          <Typed text={courierPackage.typedTracking} />
        </Fact>
        <Fact label="Tracking de bodega">
          <TrackingLink tracking={courierPackage.warehouseTracking} />
          <Typed text={courierPackage.typedWarehouseTracking} />
        </Fact>
        <Fact label="Código de la etiqueta">{courierPackage.labelCode}</Fact>
        <Fact label="Peso">{weightText(courierPackage)}</Fact>
        <Fact label="Medidas">{measures && `${formatMeasures(measures)} pulg`}</Fact>
        <Fact label="Valor declarado">{declaredValue === null ? null : formatMoney(declaredValue)}</Fact>
        <Fact label="Tienda">{courierPackage.provider}</Fact>
        <Fact label="Nombre en el paquete">{courierPackage.clientPackageName}</Fact>
        <Fact label="Descripción">{courierPackage.description}</Fact>
        <Fact label="Contenido">{courierPackage.contents}</Fact>
      </FormSection>
      <FormSection title="Tarifa y precio" columns="grid-cols-2">
        <Fact label="Tarifa">
          {tariff && `${tariff.name} · ${formatTariffPrice(pricePerPound ?? 0, priceRules?.unit ?? 'pound')}`}
        </Fact>
        <Fact label="Descuento">{discountText(courierPackage)}</Fact>
        {arithmetic && <Fact label="Cálculo">{arithmetic}</Fact>}
        <Fact label="Total estimado">{priceText(courierPackage)}</Fact>
      </FormSection>
      <WaitingCharges courierPackage={courierPackage} />
      <FormSection title="Seguimiento" columns="grid-cols-2">
        <Fact label="Estado">
          <StatusBadge status={courierPackage.status} last={last} fallback="Sin estado" />
        </Fact>
        <Fact label="Fecha prometida">{promiseText(courierPackage)}</Fact>
        <Fact label="Embarque">
          <ShipmentLink courierPackage={courierPackage} />
        </Fact>
        <Fact label="Comentarios">{courierPackage.comments}</Fact>
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

/** Links to the carrier if the number's form identifies it. */
function TrackingLink({ tracking }: { tracking: string | null }) {
  const page = tracking === null ? null : findTrackingPage(readTracking(tracking))
  if (page === null) return tracking ?? '—'
  return (
    <a href={page} target="_blank" rel="noreferrer" className="underline">
      {tracking}
    </a>
  )
}

const Typed = ({ text }: { text: string | null }) =>
  text && <span className="block break-all text-help text-muted">{`Escrito: ${text}`}</span>

function discountText({ discountType, discountValue }: CourierPackage): string {
  if (discountType === 'none') return 'Ninguno'
  return discountType === 'percentage' ? `${discountValue}%` : formatMoney(discountValue)
}
