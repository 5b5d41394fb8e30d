import type { CompanyDraft, CompanySettings } from '@casillero/shared/contract/company'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { publishTariffs } from '../tariffs/queries.ts'
import { keepLogo } from './keep-logo.ts'
import { getCompanySettings } from './queries.ts'

/** A new prefix applies to new clients only. docs/product/companies-and-users.md, "Company data". */
export async function updateCompany(db: Db, draft: CompanyDraft, picture: Buffer | null): Promise<CompanySettings> {
  await lockCompany(db)
  const current = await getCompanySettings(db)
  requireVersion(draft, current)
  const prefix = draft.casilleroPrefix === undefined ? {} : { casillero_prefix: draft.casilleroPrefix || null }
  const logo = picture ? { logo_url: await keepLogo(db, picture) } : {}
  if (draft.publicTariffIds !== undefined) await publishTariffs(db, draft.publicTariffIds)
  await db
    .updateTable('companies')
    .set({
      // An update without columns would be invalid SQL.
      name: draft.name ?? current.name,
      ruc: draft.ruc,
      address: draft.address,
      phone: draft.phone,
      email: draft.email,
      requires_cash_session: draft.requiresCashSession,
      requires_paid_handover: draft.requiresPaidHandover,
      allows_cash_on_delivery: draft.allowsCashOnDelivery,
      waiting_reminder_days: draft.waitingReminderDays,
      invoice_footer: draft.invoiceFooter,
      has_public_tracking: draft.hasPublicTracking,
      has_public_tariffs: draft.hasPublicTariffs,
      sign_up: draft.signUp,
      terms: draft.terms,
      us_address: draft.usAddress,
      has_prealert_notice: draft.hasPrealertNotice,
      has_voucher_notice: draft.hasVoucherNotice,
      photo_days: draft.photoDays,
      second_step_of: draft.secondStepOf,
      opening_hours: draft.openingHours === undefined ? undefined : JSON.stringify(draft.openingHours),
      payment_accounts: draft.paymentAccounts === undefined ? undefined : JSON.stringify(draft.paymentAccounts),
      prints_payment_accounts: draft.printsPaymentAccounts,
      ...prefix,
      ...logo,
    })
    .execute()
  const saved = await getCompanySettings(db)
  const isOpened = saved.hasPublicTariffs && (!current.hasPublicTariffs || draft.publicTariffIds !== undefined)
  if (isOpened && saved.publicTariffIds.length === 0) throw fieldError('public_tariff_required', 'publicTariffIds')
  return saved
}
