import { useNavigate } from 'react-router'
import { MergeDialog } from '../client-merge/merge-dialog.tsx'
import type { ClientDialogProps } from './client-actions.tsx'

/** Goes on to the client that stays. */
export function MergeClientDialog({ account: { client }, onClose }: ClientDialogProps) {
  const navigate = useNavigate()
  return (
    <MergeDialog
      first={client}
      onMerged={({ id }) => {
        if (id !== client.id) void navigate(`/clients/${id}`, { replace: true })
      }}
      onClose={onClose}
    />
  )
}
