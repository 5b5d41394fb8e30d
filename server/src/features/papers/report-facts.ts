import type { CompanySettings } from '@casillero/shared/contract/company'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Logo } from './logo-picture.ts'

export type ReportColumn = { head: string; width: number; isNumber?: boolean }

export type ReportRow = {
  cells: readonly string[]
  /** The same row on a ticket. */
  slip: { label: string; value: string; note?: string }
  isStrong?: boolean
}

export type ReportSection = {
  title: string
  note?: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}

/** Shared by all formats. */
export type ReportFacts = {
  /** `Estado de cuenta TRE0031`. */
  title: string
  kind: string
  number: string
  status: string
  /** `ANULADA`, or empty. */
  mark: string
  /** The first line is printed bold. */
  about: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  sections: readonly ReportSection[]
  remark: string
}

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone' | 'invoiceFooter'>

export type ReportPaper = {
  format: PaperFormat
  report: ReportFacts
  heading: { company: string; ruc: string; address: string; phone: string; footer: string }
  logo: Logo | null
  /** The file's dates and ids are derived from it. */
  createdAt: string
}

export const reportHeading = ({ name, ruc, address, phone, invoiceFooter }: Heading): ReportPaper['heading'] => ({
  company: name,
  ruc: ruc ? `RUC ${ruc}` : '',
  address: address ?? '',
  phone: phone ? formatPhone(phone) : '',
  footer: invoiceFooter ?? '',
})
