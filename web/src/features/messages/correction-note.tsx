import { useMutation, useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { correctionTexts, notifyCorrection } from './offer-correction.ts'

type CorrectionNoteProps = { packageId: string; pollMs: number }

/** While the last message names another weight or price. */
export function CorrectionNote({ packageId, pollMs }: CorrectionNoteProps) {
  const { data } = useQuery({
    ...read('GET /api/packages/:id/correction', { params: { id: packageId } }),
    refetchInterval: pollMs,
  })
  const notify = useMutation({
    mutationFn: () => notifyCorrection([packageId]),
    onSuccess: () => toastSuccess(correctionTexts.done),
    onError: (error) => toastFailure(error, correctionTexts.failed),
  })
  if (!data?.data.isDue) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p>Al cliente se le avisó otro peso o precio de este paquete.</p>
        <Button size="sm" busy={notify.isPending} busyLabel="Avisando..." onClick={() => notify.mutate()}>
          {correctionTexts.action}
        </Button>
      </div>
    </Note>
  )
}
