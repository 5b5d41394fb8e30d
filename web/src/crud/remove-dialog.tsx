import type { ComponentProps, ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { removalTexts, type Thing } from './record-texts.ts'

type RemoveProps = {
  thing: Thing
  /** The question, with the name of the thing. */
  title: string
  /** Texts that replace the usual ones for this kind of record. */
  texts?: Partial<ComponentProps<typeof ConfirmDialog>['texts']>
  /** The id of the record, where a page of it is open. */
  removes?: string
  run: () => Promise<unknown>
  onClose: () => void
  /** The question of the deletion, as a sentence. */
  children: ReactNode
}

/** The question before a deletion, with the texts that all records share. */
export function RemoveDialog({ thing, texts, children, ...rest }: RemoveProps) {
  return (
    <ConfirmDialog {...rest} texts={{ ...removalTexts(thing), ...texts }}>
      {children} Esta acción no se puede deshacer.
    </ConfirmDialog>
  )
}
