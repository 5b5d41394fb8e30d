import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { DialogSlot } from '../../ui/dialog-slot.tsx'
import type { TemplateEdit } from './template-edit.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'

/** Stands in every way out of a text with unsaved changes: another template, another screen, a closed window. */
export function LeaveGuard({ name, edit }: { name: string; edit: TemplateEdit }) {
  const { isDirty } = edit
  const blocker = useBlocker(isDirty)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  const save = async () => {
    if (await edit.save()) blocker.proceed()
    else blocker.reset()
  }
  return (
    <DialogSlot>
      <UnsavedDialog
        name={name}
        isSaving={edit.isSaving}
        onSave={() => void save()}
        onDiscard={blocker.proceed}
        onCancel={blocker.reset}
      />
    </DialogSlot>
  )
}
