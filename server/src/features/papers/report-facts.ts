import type { CompanySettings } from '@casillero/shared/contract/company'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Logo } from './logo-picture.ts'

export type ReportColumn = { head: string; width: number; isNumber?: boolean }

export type ReportRow = {
  /** One text for each column of a letter. */
  cells: readonly string[]
  /** The same on a ticket: a label beside its amount, and a line below. */
  slip: { label: string; value: string; note?: string }
  isStrong?: boolean
}

export type ReportSection = {
  title: string
  /** Beside the title. */
  note?: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}

/** All texts of a paper that is made of tables, the same on every format. */
export type ReportFacts = {
  /** The document's own name, `Estado de cuenta TRE0031`. */
  title: string
  kind: string
  number: string
  status: string
  /** Across each page, such as `ANULADA`; empty for none. */
  mark: string
  /** The subject of the report: the first line is strong. */
  about: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  sections: readonly ReportSection[]
  /** Below the last table. */
  remark: string
}

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone' | 'invoiceFooter'>

/** The input from which a thread draws a report. */
export type ReportPaper = {
  format: PaperFormat
  report: ReportFacts
  heading: { company: string; ruc: string; address: string; phone: string; footer: string }
  logo: Logo | null
  /** The instant that the file's dates and ids follow from. */
  createdAt: string
}

export const reportHeading = ({ name, ruc, address, phone, invoiceFooter }: Heading): ReportPaper['heading'] => ({
  company: name,
  ruc: ruc ? `RUC ${ruc}` : '',
  address: address ?? '',
  phone: phone ? formatPhone(phone) : '',
  footer: invoiceFooter ?? '',
})
