import type { ComponentProps, ReactNode } from 'react'
import { ConfirmPanel } from './confirm-panel.tsx'

type RemoveProps = {
  /** With its article, which gives the gender: `la tarifa`. */
  thing: `${'el' | 'la'} ${string}`
  /** The question, with the name of the thing. */
  title: string
  /** Texts that replace the usual ones for this kind of record. */
  texts?: Partial<ComponentProps<typeof ConfirmPanel>['texts']>
  run: () => Promise<unknown>
  onClose: () => void
  /** What is deleted, as a sentence. */
  children: ReactNode
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The question before a deletion, with the texts that all records share. */
export function RemovePanel({ thing, texts, children, ...rest }: RemoveProps) {
  const noun = thing.slice(3)
  const common = {
    confirm: `Eliminar ${capital(noun)}`,
    confirming: 'Eliminando...',
    done: `${capital(noun)} ${thing.startsWith('la') ? 'eliminada' : 'eliminado'} exitosamente`,
    failed: `Error al eliminar ${thing}`,
  }
  return (
    <ConfirmPanel {...rest} texts={{ ...common, ...texts }}>
      {children} Esta acción no se puede deshacer.
    </ConfirmPanel>
  )
}
