import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { askAsRequest } from './support/ask-as-request.ts'

const world = openWorld()
beforeAll(async () => {
  await world.openCompany()
})

const ofRequests = `
  act_in_company analyze_grown_table apply_gateway_sessions begin_reading begin_reading_of_token begin_second_step begin_session
  begin_session_of_token challenge_ticket claim_alias claim_hidden_signup claim_incoming_file claim_lifecycle claim_missed
  claim_next_delivery claim_next_message claim_next_message claim_qr company_of_host confirm_caller confirm_caller_of_token
  confirm_own_app count_access_of drop_import_rows drop_other_logos drop_second_step end_own_sessions
  end_session end_sessions_of end_sessions_of_company enter_activation filter_clients filter_invoices
  filter_packages find_clients_like find_installation_pace find_passkey find_payments_of_amount finish_activation finish_lifecycle
  finish_missed finish_missed finish_second_step forget_sign_in_failures gateway_polled_at has_file_room installation_counts
  is_client_link_alive is_operator_admin is_restored_today is_session_fresh keep_own_passkey keep_qr
  knows_device list_companies list_reminding_companies list_running_imports list_unmeasured_companies list_unread_companies logo_content
  make_passkey_ticket move_to_merged_client note_activation_try note_failed_sign_in note_gateway_failure
  note_no_gateway note_other_clients note_pages_origin note_server_start note_wrong_code offer_own_app offer_own_passkey open_client_pages open_clients
  open_company_as_operator open_host_company open_invoice_link open_invoices open_packages open_photo_link
  open_reading open_reading_of_token open_receipt_link open_session open_session_of_token
  own_offered_app own_passkeys own_sessions remove_own_passkey rename_own_passkey renew_own_codes
  reset_second_step restrictions_of_user search_clients search_invoices search_packages second_step_of_user
  session_of_webhook set_installation_pace settle_waiting_messages start_session sweep_expired sweep_expired take_gateway_turn
  take_own_challenge take_poll_turn take_token_call take_wrong_codes try_own_password try_second_step try_sign_in use_client_code
  use_client_link use_client_link`
  .trim()
  .split(/\s+/)

const notForRequests = `
  add_default_templates audit_correction audit_delivery audit_import audit_insert audit_miss audit_release audit_resend
  audit_update audit_wish contest_prealert end_client_access end_company_access end_photo_link end_restored_secrets
  end_tokens_of_user forget_known hold_restored_messages join_conversations keep_credit_balance keep_own_codes
  keep_package_search_text keep_second_phone open_company release_conversations settle_numbers user_of_sign_in write_audit`
  .trim()
  .split(/\s+/)

const definers = `
    select p.proname as name, has_function_privilege('casillero_app', p.oid, 'execute') as callable
    from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`
type Definer = { name: string; callable: boolean }

test('the functions that look across companies are these, and requests may call no other', async () => {
  const found = (await world.owner.query<Definer>(definers)).rows
  expect(found.map(({ name }) => name).toSorted()).toEqual([...ofRequests, ...notForRequests].toSorted())
  for (const { name, callable } of found) expect(callable, name).toBe(ofRequests.includes(name))
})

test('the functions that search find the company of the transaction, and no rows without one', async () => {
  for (const call of [
    `find_clients_like('{ana}', 100)`,
    `find_payments_of_amount(7.5, uuidv7())`,
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
