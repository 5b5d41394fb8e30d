import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { useQuery } from '@tanstack/react-query'
import { Tag as TagIcon } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MissingTariff } from '../tariffs/missing-tariff.tsx'

const texts: Record<ShippingKind, string> = {
  aereo: 'No hay tarifa aérea: lo que recibe queda sin precio.',
  maritimo: 'No hay tarifa marítima: lo que recibe queda sin precio.',
}

/** No package of this method can get a price. */
export function TariffBand({ method }: { method: ShippingKind }) {
  const mayPrice = useMay()('tariffs.write')
  const [isMaking, setIsMaking] = useState(false)
  const tariffs = useQuery(read('GET /api/tariffs', { query: { isActive: 'true' } })).data?.data
  if (!isMaking && (tariffs === undefined || tariffs.some(({ type }) => type === method))) return null
  return (
    <section
      aria-label="Falta tarifa"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-yellow-line bg-yellow-soft px-4 py-2.5 text-yellow-text"
    >
      <TagIcon size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-body">
        <b className="font-semibold">Falta tarifa.</b> {texts[method]}
      </p>
      {mayPrice && (
        <Button size="sm" onClick={() => setIsMaking(true)}>
          Crear tarifa
        </Button>
      )}
      {isMaking && <MissingTariff type={method} tariffs={tariffs ?? []} onClose={() => setIsMaking(false)} />}
    </section>
  )
}
