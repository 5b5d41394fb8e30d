import type { LabelFormat, LabelSize } from '@casillero/shared/contract/labels'

/** docs/product/papers.md, "Labels". */
export type LabelFacts = {
  code: string
  casillero: string
  name: string
  method: 'maritimo' | 'aereo'
  tracking: string
  number: string
  date: string
}

export type LabelPaper = {
  labels: LabelFacts[]
  format: LabelFormat
  size: LabelSize
  company: string
  /** The arrival of the newest package, used as the file's date. */
  createdAt: string
}
