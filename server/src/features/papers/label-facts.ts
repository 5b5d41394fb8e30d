import type { LabelFormat, LabelSize } from '@casillero/shared/contract/labels'

/** All that a label says of a package: never its weight or its value. docs/product/papers.md, "Labels". */
export type LabelFacts = {
  code: string
  casillero: string
  name: string
  method: 'maritimo' | 'aereo'
  tracking: string
  number: string
  date: string
}

/** The input from which a thread draws labels. */
export type LabelPaper = {
  labels: LabelFacts[]
  format: LabelFormat
  size: LabelSize
  company: string
  /** When the newest of the packages arrived: the date of the file. */
  createdAt: string
}
