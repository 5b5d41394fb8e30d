import type { CompanySettings } from '@casillero/shared/contract/company'
import type { Handover } from '@casillero/shared/contract/handovers'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { clientName } from '@casillero/shared/domain/client-name'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Logo } from './logo-picture.ts'

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone'> & {
  footer: string | null
  logo: Logo | null
}

export type HandoverPaper = {
  format: PaperFormat
  handover: Handover
  heading: Heading
  /** A PNG file. */
  signature: Uint8Array | null
}

/** Shared by all formats. */
export type HandoverFacts = ReturnType<typeof handoverFacts>

const weightFormat = new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** docs/product/papers.md, "Hand-over". */
export function handoverFacts({ handover, heading }: HandoverPaper) {
  const { client, receivedBy } = handover
  const pounds = (weight: number | null) => (weight === null ? '' : weightFormat.format(weight))
  return {
    title: `Entrega #${handover.companyHandoverId}`,
    number: `#${handover.companyHandoverId}`,
    isUndone: handover.undoneAt !== null,
    status: handover.undoneAt === null ? 'Entregada' : 'Deshecha',
    company: heading.name,
    ruc: heading.ruc ? `RUC ${heading.ruc}` : '',
    address: heading.address ?? '',
    phone: heading.phone ? formatPhone(heading.phone) : '',
    footer: heading.footer ?? '',
    date: formatDateTime(handover.createdAt),
    clerk: handover.createdBy.fullName,
    client: clientName(client),
    clientFacts: [client.casillero, formatPhone(client.phone)].filter(Boolean).join(' · '),
    lines: handover.packages.map((one) => ({
      number: `#${one.companyPackageId}`,
      description: one.description ?? 'Sin descripción',
      tracking: one.tracking ?? '',
      pounds: pounds(one.weight),
      invoice: one.invoice ? `#${one.invoice.companyInvoiceId}` : '',
    })),
    count: handover.packageCount === 1 ? '1 paquete' : `${handover.packageCount} paquetes`,
    pounds: `${pounds(handover.weight)} lbs`,
    receiver: receivedBy.name,
    cedula: receivedBy.cedula ? `Cédula ${receivedBy.cedula}` : '',
    note: handover.note ?? '',
  }
}
