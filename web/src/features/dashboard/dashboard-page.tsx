import { useQuery } from '@tanstack/react-query'
import { Check, LogOut, Package, ReceiptText, ScanBarcode, Search } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page, PageFrame } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Figures } from './figures.tsx'
import { countText } from './first-steps.ts'

const className =
  'flex h-16 w-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line bg-surface font-medium text-body hover:bg-surface-2 [&_svg]:text-primary-text'

function Shortcuts() {
  const mayReceive = useMay()('packages.write')
  const { onSearch } = use(PageFrame)
  return (
    <ul aria-label="Ir a" className="mb-3 grid grid-cols-3 gap-2.5">
      <li>
        <Link to="/facturar" className={className}>
          <ReceiptText size={20} aria-hidden="true" />
          Facturar
        </Link>
      </li>
      <li>
        {mayReceive ? (
          <Link to="/recepcion" className={className}>
            <ScanBarcode size={20} aria-hidden="true" />
            Recepción
          </Link>
        ) : (
          <Link to="/paquetes" className={className}>
            <Package size={20} aria-hidden="true" />
            Paquetes
          </Link>
        )}
      </li>
      <li>
        <button type="button" aria-haspopup="dialog" onClick={onSearch} className={className}>
          <Search size={20} aria-hidden="true" />
          Buscar
        </button>
      </li>
    </ul>
  )
}

const typeLabels = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

/** Two columns where one line does not fit. */
function FactStrip() {
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

const FirstStepsCard = defer(() => import('./first-steps-card.tsx').then((module) => module.FirstStepsCard))
const DashboardCharts = defer(() => import('./dashboard-charts.tsx').then((module) => module.DashboardCharts))

export function DashboardPage() {
  const isWide = useIsWide()
  const query = useQuery(read('GET /api/dashboard'))
  const [isAway, putAway] = usePutAway()
  const firstSteps = query.data?.data.firstSteps ?? null
  return (
    <Page title="Dashboard" head={<Greeting level="h1" />}>
      {!isWide && <Greeting level="h2" />}
      <FactStrip />
      {!isWide && <Shortcuts />}
      {firstSteps !== null && !isAway && (
        <div className="mb-4">
          <FirstStepsCard taken={firstSteps} onPutAway={() => putAway(true)} />
        </div>
      )}
      {(firstSteps === null || isAway || firstSteps.invoice) && (
        <>
          {firstSteps !== null && isAway && (
            <Button variant="link" size="sm" className="-mt-1 mb-2 -ml-2" onClick={() => putAway(false)}>
              {`Ver los primeros pasos (${countText(firstSteps)})`}
            </Button>
          )}
          <Figures isWide={isWide} />
          {/* Loaded later, so that they do not delay the figures. */}
          {!query.isPending && <DashboardCharts />}
        </>
      )}
    </Page>
  )
}

function Greeting({ level: Heading }: { level: 'h1' | 'h2' }) {
  const { user, company } = useSignedIn()
  const { askOrLeave, question } = useLeaving()
  return (
    <div className="mb-3 flex items-center gap-3 lg:-mt-[26px]">
      <Logo name={company.name} url={company.logoUrl} className="size-12 rounded-md text-h1" />
      <div className="min-w-0 flex-1">
        <Heading className="line-clamp-2 break-words font-semibold text-h1 max-sm:text-[18px] max-sm:leading-6">{`Hola, ${user.firstName}`}</Heading>
        <p className="line-clamp-2 break-words text-body text-muted max-sm:text-label">{company.name}</p>
      </div>
      <Button icon={<LogOut size={16} aria-hidden="true" className="max-sm:hidden" />} onClick={askOrLeave}>
        Salir
      </Button>
      {question}
    </div>
  )
}

/** Stored per user on this device. */
function usePutAway(): [isAway: boolean, put: (isAway: boolean) => void] {
  const { user } = useSignedIn()
  const key = `first-steps:${user.id}`
  const [isAway, setIsAway] = useState(() => localStorage.getItem(key) !== null)
  const put = (next: boolean) => {
    if (next) localStorage.setItem(key, 'away')
    else localStorage.removeItem(key)
    setIsAway(next)
  }
  return [isAway, put]
}
