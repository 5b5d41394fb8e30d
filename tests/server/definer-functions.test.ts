import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { askAsRequest } from './support/ask-as-request.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

describe('functions that look across companies', () => {
  const definers = `
    select p.proname as name, has_function_privilege('casillero_app', p.oid, 'execute') as callable
    from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`
  type Definer = { name: string; callable: boolean }

  test('the functions that look across companies are these, and requests may call no other', async () => {
    const found = (await world.owner.query<Definer>(definers)).rows
    expect(found.map(({ name }) => name)).toEqual([
      'act_in_company',
      'add_default_templates',
      'apply_gateway_sessions',
      'audit_correction',
      'audit_delivery',
      'audit_import',
      'audit_insert',
      'audit_release',
      'audit_resend',
      'audit_update',
      'audit_wish',
      'begin_reading',
      'begin_reading_of_token',
      'begin_session',
      'begin_session_of_token',
      'claim_alias',
      'claim_incoming_file',
      'claim_lifecycle',
      'claim_missed',
      'claim_next_delivery',
      'claim_next_message',
      'claim_qr',
      'company_of_host',
      'confirm_caller',
      'confirm_caller_of_token',
      'count_access_of',
      'drop_import_rows',
      'drop_other_logos',
      'end_client_access',
      'end_company_access',
      'end_own_sessions',
      'end_photo_link',
      'end_session',
      'end_sessions_of',
      'end_sessions_of_company',
      'end_tokens_of_user',
      'filter_clients',
      'filter_invoices',
      'filter_packages',
      'find_clients_like',
      'find_installation_pace',
      'finish_lifecycle',
      'finish_missed',
      'forget_sign_in_failures',
      'gateway_polled_at',
      'hold_restored_messages',
      'installation_counts',
      'is_client_link_alive',
      'is_operator_admin',
      'is_restored_today',
      'join_conversations',
      'keep_credit_balance',
      'keep_package_search_text',
      'keep_qr',
      'knows_device',
      'list_companies',
      'list_reminding_companies',
      'list_running_imports',
      'logo_content',
      'move_to_merged_client',
      'note_failed_sign_in',
      'note_gateway_failure',
      'note_no_gateway',
      'open_client_pages',
      'open_clients',
      'open_company',
      'open_company_as_operator',
      'open_host_company',
      'open_invoice_link',
      'open_invoices',
      'open_packages',
      'open_photo_link',
      'open_receipt_link',
      'open_tracking',
      'own_sessions',
      'restrictions_of_user',
      'search_clients',
      'search_invoices',
      'search_packages',
      'session_of_webhook',
      'set_installation_pace',
      'settle_waiting_messages',
      'start_session',
      'sweep_expired',
      'take_gateway_turn',
      'take_poll_turn',
      'take_token_call',
      'try_own_password',
      'try_sign_in',
      'use_client_link',
      'user_of_sign_in',
      'write_audit',
    ])
    const notForRequests = [
      'add_default_templates',
      'audit_correction',
      'audit_delivery',
      'audit_import',
      'audit_insert',
      'audit_release',
      'audit_resend',
      'audit_update',
      'audit_wish',
      'end_tokens_of_user',
      'hold_restored_messages',
      'join_conversations',
      'keep_credit_balance',
      'keep_package_search_text',
      'open_company',
      'user_of_sign_in',
      'end_client_access',
      'end_company_access',
      'end_photo_link',
      'write_audit',
    ]
    for (const { name, callable } of found) expect(callable, name).toBe(!notForRequests.includes(name))
  })

  test('the functions that search find the company of the transaction, and no rows without one', async () => {
    for (const call of [
      `find_clients_like('{ana}', 100)`,
      `search_clients('{}', 100, 0)`,
      `search_packages('{}', null, null, null, 100, 0)`,
      `search_invoices('{}', null, true, 100, 0)`,
      `filter_clients('{}', '{}', 100, 100, 0)`,
      `filter_packages('{}', '{"statusId": ["none"]}', 100, 100, 0)`,
      `filter_invoices('{}', '{"includeVoided": true}', 100, 100, 0)`,
    ]) {
      expect(await askAsRequest(world, `select * from ${call}`), call).toEqual([])
    }
  })
})
