import type { ComponentProps, ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { removalTexts, type Thing } from './record-texts.ts'

type RemoveProps = {
  thing: Thing
  title: string
  texts?: Partial<ComponentProps<typeof ConfirmDialog>['texts']>
  removes?: string
  run: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function RemoveDialog({ thing, texts, children, ...rest }: RemoveProps) {
  return (
    <ConfirmDialog {...rest} texts={{ ...removalTexts(thing), ...texts }}>
      {children} Esta acción no se puede deshacer.
    </ConfirmDialog>
  )
}
