import { RefreshCw, Tag as TagIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { BulkTariff } from './bulk-tariff.tsx'
import type { InvoiceDesk } from './invoice-desk.ts'
import { isBillable } from './invoice-form-state.ts'
import { PackageRows } from './package-rows.tsx'

export function PackageCard({ desk }: { desk: InvoiceDesk }) {
  const { form, dispatch, data, edits, reload } = desk
  const { phase, rows } = form.packages
  const [isBulkOpen, setIsBulkOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isRoomy = useIsAtLeast(box, 560)
  const billable = rows.filter(isBillable).length
  const isLeft = rows.length > 0 && rows.every(({ status }) => status?.isFinalStatus)
  const title = isLeft ? 'Entregados sin factura' : 'Paquetes Listos para Retirar'
  const mayChange = useMay()('packages.write')
  const isAllTicked = billable > 0 && form.ticked.size === billable
  return (
    <section aria-label={title} ref={box}>
      <Surface className="relative overflow-clip">
        {phase === 'loading' && rows.length > 0 && <ProgressBar />}
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-1 max-sm:pt-3">
          <h2 tabIndex={-1} data-field="packages" className="font-semibold text-card focus:outline-none">
            {`${title}${phase === 'loaded' || rows.length > 0 ? ` (${rows.length})` : ''}`}
          </h2>
          {rows.length > 0 && (
            <>
              <span className="text-muted" aria-live="polite">
                {countText(form.ticked.size, 'seleccionado', 'seleccionados')}
              </span>
              <span className="ml-auto flex flex-wrap items-center">
                {!isRoomy && billable > 1 && (
                  <Button
                    variant="link"
                    className="px-2 text-label"
                    onClick={() => dispatch({ type: 'allTicked', isTicked: !isAllTicked })}
                  >
                    {isAllTicked ? 'Quitar todos' : 'Seleccionar todos'}
                  </Button>
                )}
                {mayChange && (
                  <Button
                    variant="link"
                    icon={<TagIcon size={16} aria-hidden="true" />}
                    aria-expanded={isBulkOpen}
                    className="-mr-2 px-2 text-label"
                    onClick={() => setIsBulkOpen(!isBulkOpen)}
                  >
                    Cambiar Tarifas
                  </Button>
                )}
              </span>
            </>
          )}
        </div>
        {isBulkOpen && rows.length > 0 && (
          <BulkTariff
            ticked={rows.filter((row) => form.ticked.has(row.id))}
            tariffs={data.tariffs}
            save={edits.saveTariffs}
          />
        )}
        {phase === 'loading' && rows.length === 0 && (
          <div className="border-line border-t">
            <SkeletonRows rows={3} height={56} label="Cargando paquetes..." />
          </div>
        )}
        {phase === 'failed' && <ErrorState title="Error al cargar paquetes del cliente" onRetry={reload} />}
        {phase === 'loaded' && rows.length === 0 && (
          <EmptyState
            title="No hay paquetes listos para retirar"
            hint="Aquí aparecen los del cliente que estén en ese estado y sin facturar."
          >
            <Button icon={<RefreshCw size={16} aria-hidden="true" />} onClick={reload}>
              Actualizar
            </Button>
          </EmptyState>
        )}
        {rows.length > 0 && <PackageRows desk={desk} layout={isRoomy ? 'wide' : 'narrow'} isAllTicked={isAllTicked} />}
      </Surface>
    </section>
  )
}
