import type { PackageDraft } from '@casillero/shared/contract/packages'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import type { Db } from '../../platform/database/database.ts'
import { findPrealert } from './prealert-view.ts'

type Filled = Pick<PackageDraft, 'tracking' | 'clientId'> &
  Partial<Pick<PackageDraft, 'description' | 'provider' | 'declaredValue'>>

/** docs/product/prealerts.md, "Receiving". */
export async function fillAnnounced<Draft extends Filled>(db: Db, draft: Draft): Promise<Draft> {
  if (draft.tracking === null || draft.clientId === null) return draft
  const announced = await findPrealert(db, readTracking(draft.tracking).tracking)
  if (announced === undefined || announced.client.id !== draft.clientId) return draft
  return {
    ...draft,
    description: draft.description ?? announced.description,
    provider: draft.provider ?? announced.store,
    declaredValue: draft.declaredValue ?? announced.declaredValue,
  }
}
