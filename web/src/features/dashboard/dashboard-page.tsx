import {
  ArrowRight,
  Building2,
  Check,
  CircleDot,
  Globe,
  LogOut,
  type LucideIcon,
  Package,
  ReceiptText,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { signOut, useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'

const typeLabels = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

const shortcuts = [
  { to: '/facturar', icon: ReceiptText, label: 'Facturar', hint: 'Cobrar en el mostrador' },
  { to: '/paquetes', icon: Package, label: 'Paquetes', hint: 'Recibir, pesar y mover' },
  { to: '/clients', icon: Users, label: 'Clientes', hint: 'Buscar un casillero' },
]

export function DashboardPage() {
  const isWide = useIsWide()
  return (
    <Page title="Dashboard" head={<Greeting level="h1" />}>
      {!isWide && <Greeting level="h2" />}
      {isWide ? <Facts /> : <Shortcuts />}
      {isWide ? <Shortcuts /> : <Facts />}
    </Page>
  )
}

function Facts() {
  const { user, company } = useSignedIn()
  return (
    <div className="grid grid-cols-1 gap-3 @min-[560px]/page:grid-cols-2 @min-[860px]/page:grid-cols-4">
      <Fact icon={Building2} label="Empresa">
        {company.name}
      </Fact>
      <Fact icon={Globe} label="Subdominio">
        {company.subdomain}
      </Fact>
      <Fact icon={ShieldCheck} label="Tipo de usuario">
        {typeLabels[user.type]}
      </Fact>
      <Fact icon={CircleDot} label="Estado">
        {user.status === 'active' ? (
          <Badge tone="green" icon={<Check size={14} strokeWidth={2.5} aria-hidden="true" />}>
            Activo
          </Badge>
        ) : (
          <Badge tone="grey">Inactivo</Badge>
        )}
      </Fact>
    </div>
  )
}

function Shortcuts() {
  return (
    <>
      <h2 className="mb-2.5 font-semibold text-card lg:mt-7">Ir a</h2>
      <ul className="grid gap-3 max-lg:mb-5 @min-[720px]/page:grid-cols-3">
        {shortcuts.map((shortcut) => (
          <li key={shortcut.to}>
            <Link
              to={shortcut.to}
              className="flex items-center gap-3.5 rounded-lg border border-line bg-surface p-3.5 hover:border-grey-line hover:bg-surface-2"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-primary-soft text-primary-text">
                <shortcut.icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-body">{shortcut.label}</span>
                <span className="block text-help text-muted">{shortcut.hint}</span>
              </span>
              <ArrowRight size={18} className="text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Greeting({ level: Heading }: { level: 'h1' | 'h2' }) {
  const { user, company } = useSignedIn()
  return (
    <div className="mb-4 flex items-center gap-3 lg:-mt-0.5 lg:mb-5">
      <Logo name={company.name} url={company.logoUrl} className="size-12 rounded-md text-h1" />
      <div className="min-w-0 flex-1">
        <Heading className="line-clamp-2 break-words font-semibold text-h1">{`Hola, ${user.firstName}`}</Heading>
        <p className="line-clamp-2 break-words text-body text-muted">{company.name}</p>
      </div>
      <Button icon={<LogOut size={16} aria-hidden="true" />} onClick={signOut}>
        Salir
      </Button>
    </div>
  )
}

function Fact({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <Surface className="p-4">
      <p className="flex items-center gap-2 text-label text-muted">
        <Icon size={17} aria-hidden="true" />
        {label}
      </p>
      <p className="mt-1.5 break-words font-semibold text-[16px] leading-[22px]">{children}</p>
    </Surface>
  )
}
