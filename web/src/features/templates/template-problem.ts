import { templateDraft } from '@casillero/shared/contract/templates'
import * as z from 'zod/mini'

/** Uses the sentences of the schema. */
export function templateProblem(text: string): string | undefined {
  return z.safeParse(templateDraft, { customContent: text }).error?.issues[0]?.message
}
