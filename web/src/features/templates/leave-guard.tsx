import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { UnsavedDialog } from './unsaved-dialog.tsx'

type LeaveGuardProps = {
  name: string
  isDirty: boolean
  isSaving: boolean
  /** Resolves to whether it was saved. */
  onSave: () => Promise<boolean>
}

/** Stands in every way out of a text with unsaved changes: another template, another screen, a closed window. */
export function LeaveGuard({ name, isDirty, isSaving, onSave }: LeaveGuardProps) {
  const blocker = useBlocker(isDirty)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  const save = async () => {
    if (await onSave()) blocker.proceed()
    else blocker.reset()
  }
  return (
    <UnsavedDialog
      name={name}
      isSaving={isSaving}
      onSave={() => void save()}
      onDiscard={blocker.proceed}
      onCancel={blocker.reset}
    />
  )
}
