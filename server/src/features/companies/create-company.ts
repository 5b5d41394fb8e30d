import type { ManagedCompany, NewCompanyDraft } from '@casillero/shared/contract/companies'
import { type NewUserDraft, newUserDraft } from '@casillero/shared/contract/users'
import { reservedSubdomains } from '@casillero/shared/domain/tenant-host'
import * as z from 'zod/mini'
import { openCompanyAsOperator } from '../../platform/auth/operator.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError, fieldError, invalidInput } from '../../platform/errors.ts'
import { keepLogo } from '../company/keep-logo.ts'
import { createUser } from '../users/create-user.ts'
import { lockManagedCompany } from './queries.ts'

const formFieldOf: Record<string, string> = {
  firstName: 'adminFirstName',
  lastName: 'adminLastName',
  email: 'adminEmail',
  password: 'adminPassword',
}

/** Renames the fields, so that refusals name the form's own. */
function toFirstAdmin(draft: NewCompanyDraft): NewUserDraft | null {
  const { adminFirstName, adminLastName, adminEmail, adminPassword } = draft
  if (!adminFirstName && !adminLastName && !adminEmail && !adminPassword) return null
  const sent = {
    firstName: adminFirstName,
    lastName: adminLastName,
    email: adminEmail,
    password: adminPassword,
    type: 'admin',
  }
  const parsed = z.safeParse(newUserDraft, sent)
  if (parsed.success) return parsed.data
  throw underFormFields(invalidInput(parsed.error))
}

function underFormFields(refused: unknown): unknown {
  if (!(refused instanceof AppError)) return refused
  const fields = Object.entries(refused.refusal.fields ?? {})
  return new AppError(refused.code, {
    ...refused.refusal,
    fields: Object.fromEntries(fields.map(([name, sentence]) => [formFieldOf[name] ?? name, sentence])),
  })
}

/** docs/product/operator.md, "Empresas". */
export async function createCompany(
  db: Db,
  { draft, picture }: { draft: NewCompanyDraft; picture: Buffer | null },
  session: Session,
): Promise<ManagedCompany> {
  if (reservedSubdomains.includes(draft.subdomain)) throw fieldError('subdomain_reserved', 'subdomain')
  const admin = toFirstAdmin(draft)
  await openCompanyAsOperator(db, draft)
  await db
    .updateTable('companies')
    .set({
      ruc: draft.ruc,
      address: draft.address,
      phone: draft.phone,
      email: draft.email,
      requires_paid_handover: draft.requiresPaidHandover ?? false,
      // Older companies keep their number pages closed until they open them, and their messages as they were.
      has_public_tracking: true,
      sign_up: 'approval',
      has_prealert_notice: true,
      has_voucher_notice: true,
      ...(picture ? { logo_url: await keepLogo(db, picture) } : {}),
    })
    .execute()
  if (admin) {
    await createUser(db, admin, session).catch((error: unknown) => {
      throw underFormFields(error)
    })
  }
  return await lockManagedCompany(db)
}
