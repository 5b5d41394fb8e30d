import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { toastAction } from '../../ui/feedback/toast-action.tsx'

const offeredMs = 10_000

const isDue = async (id: string) => (await call('GET /api/packages/:id/correction', { params: { id } })).data.isDue

export const notifyCorrection = (packageIds: readonly string[]) =>
  call('POST /api/packages/correction', { body: { packageIds: [...packageIds] } })

export const correctionTexts = {
  action: 'Avisar la corrección',
  done: 'Se avisará la corrección al cliente',
  failed: 'Error al avisar la corrección',
}

/** `done` says that the packages were saved. If the request fails, offers nothing: the package's messages offer it too. */
export async function offerCorrection(client: QueryClient, packageIds: readonly string[], done: string): Promise<void> {
  const answers = await inTurns(packageIds, 4, isDue)
  const due = answers.flatMap(({ item, outcome }) => (outcome.status === 'fulfilled' && outcome.value ? [item] : []))
  if (due.length === 0) return
  const notify = async () => {
    try {
      await notifyCorrection(due)
      toastSuccess(correctionTexts.done)
      await client.invalidateQueries()
    } catch (error) {
      toastFailure(error, correctionTexts.failed)
    }
  }
  toastAction(done, { label: correctionTexts.action, run: () => void notify(), ms: offeredMs })
}
