import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Surface } from '../../ui/layout/surface.tsx'

const typeLabels = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

/** Two by two where it does not fit. */
export function FactStrip() {
  const { user, company } = useSignedIn()
  return (
    <Surface className="mb-3 lg:mb-4">
      <dl className="flex flex-wrap gap-x-3 gap-y-1 px-3.5 py-2.5 @min-[560px]/page:grid @min-[560px]/page:grid-cols-2 @min-[860px]/page:flex @min-[860px]/page:min-h-11 @min-[860px]/page:flex-nowrap @min-[860px]/page:justify-between @min-[860px]/page:py-1.5 @min-[860px]/page:*:border-line @min-[860px]/page:*:not-first:border-l @min-[860px]/page:*:not-first:pl-4">
        <Fact label="Empresa">{company.name}</Fact>
        <Fact label="Subdominio">{company.subdomain}</Fact>
        <Fact label="Tipo de usuario">{typeLabels[user.type]}</Fact>
        <Fact label="Estado">
          {user.status === 'active' ? (
            <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
              Activo
            </Badge>
          ) : (
            <Badge tone="grey">Inactivo</Badge>
          )}
        </Fact>
      </dl>
    </Surface>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="shrink-0 text-label text-muted">{label}</dt>
      <dd className="line-clamp-2 min-w-0 break-words font-semibold text-label sm:text-body">{children}</dd>
    </div>
  )
}
