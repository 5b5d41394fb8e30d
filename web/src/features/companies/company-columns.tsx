import type { CompanyStatus, ManagedCompany } from '@casillero/shared/contract/companies'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import type { Column } from '../../ui/lists/table.tsx'

const statuses: Record<CompanyStatus, { label: string; tone: Tone }> = {
  active: { label: 'Activo', tone: 'green' },
  inactive: { label: 'Inactivo', tone: 'grey' },
  suspended: { label: 'Suspendido', tone: 'red' },
}

/** A number that is digits alone is written as the others are. */
const formatCompanyPhone = ({ phone }: ManagedCompany) =>
  phone !== null && /^\d+$/.test(phone) ? formatPhone(phone) : phone

const text = (header: string, width: number, of: (company: ManagedCompany) => string | null) => ({
  header,
  width,
  cell: (company: ManagedCompany) => {
    const value = of(company)
    return value === null ? '—' : <span title={value}>{value}</span>
  },
})

export const companyColumns: readonly Column<ManagedCompany>[] = [
  {
    header: 'Nombre',
    cell: ({ name }) => (
      <span className="line-clamp-2 whitespace-normal break-words font-medium" title={name}>
        {name}
      </span>
    ),
  },
  text('Subdominio', 98, (company) => company.subdomain),
  text('RUC', 150, (company) => company.ruc),
  text('Teléfono', 146, formatCompanyPhone),
  text('Email', 122, (company) => company.email),
  { header: 'Logo', width: 72, cell: (company) => <CompanyLogo company={company} /> },
  { header: 'Estado', width: 108, cell: ({ status }) => <StatusBadge status={status} /> },
]

export function CompanyCard({ company }: { company: ManagedCompany }) {
  const contact = [company.ruc === null ? null : `RUC ${company.ruc}`, formatCompanyPhone(company), company.email]
  return (
    <div className="flex gap-3">
      {company.logoUrl !== null && <CompanyLogo company={company} />}
      <div className="min-w-0 flex-1">
        <p className="break-words pr-10 font-semibold text-body">{company.name}</p>
        <div className="mt-1 flex items-center gap-2 text-help text-muted">
          <StatusBadge status={company.status} />
          <span className="wrap-anywhere">{company.subdomain}</span>
          {company.logoUrl === null && <span className="shrink-0">· Sin logo</span>}
        </div>
        <p className="mt-1 break-words text-help text-muted">{contact.filter((part) => part !== null).join(' · ')}</p>
      </div>
    </div>
  )
}

const CompanyLogo = ({ company: { name, logoUrl } }: { company: ManagedCompany }) =>
  logoUrl === null ? (
    <span className="text-help text-muted">Sin logo</span>
  ) : (
    <Logo name={name} url={logoUrl} className="size-8 rounded-md" />
  )

const StatusBadge = ({ status }: { status: CompanyStatus }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
)
