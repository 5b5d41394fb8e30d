import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ShippingKindIcon, shippingKindName } from './shipping-kind.tsx'

type DefaultTariffsProps = {
  /** Left out where that type has none. */
  onEdit: ((type: ShippingKind, tariff: Tariff | undefined) => void) | undefined
}

/** One per type, for clients without their own. */
export function DefaultTariffs({ onEdit }: DefaultTariffsProps) {
  const tariffs = useQuery(read('GET /api/tariffs'))
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">Tarifas por Defecto</h2>
      <div className="grid grid-cols-1 gap-3 @min-[640px]/page:grid-cols-2">
        {(['maritimo', 'aereo'] as const).map((type) => {
          const tariff = tariffs.data?.data.find((one) => one.isDefault && one.type === type)
          const edit = onEdit && tariffs.isSuccess ? () => onEdit(type, tariff) : undefined
          return (
            <Surface key={type} className="@container flex min-h-[70px] items-center gap-3.5 py-3 pr-2.5 pl-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-surface-3 text-muted">
                <ShippingKindIcon kind={type} size={19} />
              </span>
              <div className="flex min-w-0 flex-1 @min-[400px]:flex-row flex-col @min-[400px]:items-center gap-x-3.5">
                <div className="min-w-0 flex-1">
                  <h3 className="text-label text-muted">{shippingKindName(type)}</h3>
                  {tariffs.isPending ? (
                    <Bone className="mt-1.5 w-32 animate-late" />
                  ) : (
                    <TariffName tariff={tariff} isKnown={tariffs.isSuccess} />
                  )}
                </div>
                {tariff && <Price>{formatMoney(tariff.pricePerPound)}</Price>}
              </div>
              {edit && (
                <IconButton
                  label={tariff ? `Editar: ${tariff.name}` : `Configurar: ${shippingKindName(type)}`}
                  icon={<Pencil size={18} aria-hidden="true" />}
                  onClick={edit}
                />
              )}
            </Surface>
          )
        })}
      </div>
    </section>
  )
}

function TariffName({ tariff, isKnown }: { tariff: Tariff | undefined; isKnown: boolean }) {
  if (tariff === undefined) return <p className="text-body text-muted">{isKnown ? 'No configurada' : '—'}</p>
  return (
    <p className="truncate font-semibold text-body" title={tariff.name}>
      {tariff.name}
    </p>
  )
}

function Price({ children }: { children: string }) {
  return (
    <p className="font-semibold text-title">
      <Amount>{children}</Amount>
      <span className="font-normal text-label text-muted">/lb</span>
    </p>
  )
}
