import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'

const TariffForm = defer(() => import('./tariff-form.tsx').then((module) => module.TariffForm), DialogWait)

type MissingTariffProps = {
  type: ShippingKind
  tariffs: readonly Tariff[]
  onSaved?: (tariff: Tariff) => void
  onClose: () => void
}

/** The first tariff of a method becomes its default. */
export function MissingTariff({ type, tariffs, onSaved, onClose }: MissingTariffProps) {
  const isFirst = !tariffs.some((tariff) => tariff.type === type && tariff.isDefault)
  return (
    <TariffForm
      row={undefined}
      type={type}
      defaultOf={isFirst ? type : undefined}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
