import type { userDraft } from '@casillero/shared/contract/users'
import type * as z from 'zod/mini'
import { createFields } from '../../ui/forms/form-fields.tsx'

export type UserForm = z.input<typeof userDraft>

export const Fields = createFields<UserForm>()
