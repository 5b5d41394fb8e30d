import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UnsavedWork } from '../../lib/unsaved-work.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { useTextField } from './use-text-field.ts'

/** Of a template or an answer. */
type Edit = {
  isDirty: boolean
  isSaving: boolean
  conflict: string | undefined
  reload: () => void
  /** Resolves to true if it was saved. */
  save: () => Promise<boolean>
}

type Subject = { text: string; problem: string | undefined; thing: string; name: string }

/** Saves the text, or shows what is wrong with it. */
export function useEditedText(edit: Edit, { text, problem, thing, name }: Subject) {
  const [hasTried, setHasTried] = useState(false)
  const save = async (): Promise<boolean> => {
    setHasTried(true)
    if (problem === undefined) return await edit.save()
    field.focus()
    return false
  }
  const field = useTextField(text, () => {
    if (edit.isDirty) void save()
  })
  useUnsavedWork(edit.isDirty, {
    isLostBy: leavesText,
    ask: (answers) => <UnsavedDialog thing={thing} name={name} onSave={save} {...answers} />,
  })
  // An empty field shows its error only after a try to save.
  return { field, save, error: hasTried || text.trim() !== '' ? problem : undefined }
}

/** The open text is part of the address too. */
const leavesText: UnsavedWork['isLostBy'] = (from, to) => from.pathname !== to.pathname || from.search !== to.search

export const EditConflict = ({ edit: { conflict, reload } }: { edit: Edit }) =>
  conflict !== undefined && (
    <div role="alert" className="px-4 py-3">
      <Note tone="yellow">
        <p>{conflict}. Lo que usted escribió sigue aquí.</p>
        <Button className="mt-2" onClick={reload}>
          Recargar
        </Button>
      </Note>
    </div>
  )

type EditFootProps = {
  edit: Edit
  isOriginal: boolean
  onRestore: () => void
  onSave: () => void
  children?: ReactNode
}

export function EditFoot({ edit, isOriginal, onRestore, onSave, children }: EditFootProps) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-2 border-line border-t bg-surface-2 px-4 py-3">
      <Button
        variant="ghost"
        icon={<RotateCcw size={15} aria-hidden="true" />}
        disabled={isOriginal}
        onClick={onRestore}
      >
        Texto original
      </Button>
      {children}
      <Button
        variant="primary"
        disabled={!edit.isDirty && !edit.isSaving}
        busy={edit.isSaving}
        busyLabel="Guardando..."
        onClick={onSave}
      >
        Guardar
      </Button>
    </div>
  )
}
