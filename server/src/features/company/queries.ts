import type { CompanySettings } from '@casillero/shared/contract/company'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Row-level security shows only the caller's company. */
export function getCompanySettings(db: Db): Promise<CompanySettings> {
  return db
    .selectFrom('companies')
    .select([
      'name',
      'ruc',
      'address',
      'phone',
      'email',
      'logo_url as logoUrl',
      'subdomain',
      'casillero_prefix as casilleroPrefix',
      'requires_cash_session as requiresCashSession',
      'requires_paid_handover as requiresPaidHandover',
      'allows_cash_on_delivery as allowsCashOnDelivery',
      'waiting_reminder_days as waitingReminderDays',
      'invoice_footer as invoiceFooter',
      'has_public_tracking as hasPublicTracking',
      'has_public_tariffs as hasPublicTariffs',
      sql<string[]>`array(select id from tariffs where is_public and deleted_at is null order by id)`.as(
        'publicTariffIds',
      ),
      'sign_up as signUp',
      'terms',
      'has_prealert_notice as hasPrealertNotice',
      'has_voucher_notice as hasVoucherNotice',
      'us_address as usAddress',
      'photo_days as photoDays',
      'second_step_of as secondStepOf',
      sql<CompanySettings['openingHours']>`opening_hours`.as('openingHours'),
      sql<CompanySettings['paymentAccounts']>`payment_accounts`.as('paymentAccounts'),
      'prints_payment_accounts as printsPaymentAccounts',
      'version',
    ])
    .executeTakeFirstOrThrow()
}
