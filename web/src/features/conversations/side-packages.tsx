import type { ClientPackage } from '@casillero/shared/contract/client-account'
import type { Prealert } from '@casillero/shared/contract/prealerts'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { daysSince, daysText } from '../../lib/waiting.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { lastOrder, useStatuses } from '../packages/package-choices.ts'
import { packageNumber, priceText, trackingText } from '../packages/package-text.ts'
import { formatExpected } from '../prealerts/prealert-texts.ts'

const limit = '50'

const sinceText = (at: string): string => {
  const days = daysSince(at)
  return days === 0 ? 'desde hoy' : days === 1 ? 'desde ayer' : daysText(days)
}

const describePackage = (one: ClientPackage): string =>
  one.description || one.contents || one.clientPackageName || trackingText(one)

export function SidePackages({ clientId }: { clientId: string }) {
  const packages = useQuery(read('GET /api/clients/:id/packages', { params: { id: clientId }, query: { limit } }))
  const announced = useQuery(read('GET /api/prealerts', { query: { clientId, view: 'expected', limit } }))
  const last = lastOrder(useStatuses())
  if (packages.data === undefined || announced.data === undefined) {
    if (!packages.isError && !announced.isError)
      return (
        <div role="status" className="grid gap-3 pt-2">
          <span className="sr-only">Cargando paquetes...</span>
          <Bone className="w-32" />
          <Bone className="w-44" />
          <Bone className="w-28" />
        </div>
      )
    const retry = () => void Promise.all([packages.refetch(), announced.refetch()])
    return (
      <p role="alert" className="text-danger-text text-label">
        Error al cargar los paquetes
        <Button variant="link" size="sm" onClick={retry}>
          Reintentar
        </Button>
      </p>
    )
  }
  const ready = packages.data.data.filter(({ readyAt }) => readyAt !== null)
  const coming = packages.data.data.filter(({ readyAt }) => readyAt === null)
  const more = packages.data.pagination.total - packages.data.data.length
  const comingCount = coming.length + announced.data.pagination.total
  return (
    <>
      <Part title="Listos para retirar" count={ready.length}>
        {ready.map((one) => (
          <PackageItem key={one.id} one={one}>
            {`${packageNumber(one)} · ${sinceText(one.readyAt ?? one.statusSince)} · ${priceText(one)}`}
          </PackageItem>
        ))}
      </Part>
      <Part title="En camino" count={comingCount}>
        {coming.map((one) => (
          <PackageItem key={one.id} one={one}>
            <StatusBadge status={one.status} last={last} fallback="Sin estado" />
            {`${packageNumber(one)} · ${daysText(daysSince(one.statusSince))}`}
          </PackageItem>
        ))}
        {announced.data.data.map((prealert) => (
          <PrealertItem key={prealert.id} prealert={prealert} />
        ))}
      </Part>
      {more > 0 && (
        <Link to={`/clients/${clientId}`} className="font-medium text-label text-primary-text hover:underline">
          {more === 1 ? 'Ver 1 más' : `Ver ${more} más`}
        </Link>
      )}
    </>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="font-semibold text-label">{`${title} (${count})`}</h3>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </section>
  )
}

const factsClass = 'mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-help text-muted tabular-nums'

const PackageItem = ({ one, children }: { one: ClientPackage; children: ReactNode }) => (
  <li className="py-2">
    <Link to={`/paquetes/${one.id}`} className="block wrap-anywhere font-medium text-label hover:underline">
      {describePackage(one)}
    </Link>
    <span className={factsClass}>{children}</span>
  </li>
)

const PrealertItem = ({ prealert }: { prealert: Prealert }) => (
  <li className="py-2">
    <span className="block wrap-anywhere font-medium text-label">
      {[prealert.description ?? prealert.tracking, prealert.store].filter(Boolean).join(' · ')}
    </span>
    <span className={factsClass}>
      <Badge tone="grey" icon={<Clock size={12} aria-hidden="true" />}>
        Esperada
      </Badge>
      {formatExpected(prealert)}
    </span>
  </li>
)
