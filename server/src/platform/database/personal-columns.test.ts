import { participantTable, personFields } from '@passeio/contract/reservations/participants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { columnName } from './column-names.ts';

/**
 * How long personal data are kept: with their row, of which nothing is erased yet; until somebody corrects or closes an
 * account; or until a job or a trigger erases them.
 */
type Retention =
  | 'kept'
  | 'account'
  | 'reservation'
  | 'listDays after the return'
  | 'two years after the return'
  | 'until paid'
  | 'while waiting'
  | 'until it expires'
  | '24 hours';

interface Table {
  personal: Record<string, Retention>;
  /** Columns that say nothing of a person. */
  other?: string;
}

const participantColumns = personFields.map((field): [string, Retention] => [
  columnName(field),
  participantTable[field].retention === 'listDays' ? 'listDays after the return' : 'reservation',
]);

/** Tables that have data of people. What people type freely counts as personal, and so do addresses and devices. */
const tables: Record<string, Table> = {
  'identity.account': {
    personal: { accountId: 'account', accessToken: 'account', refreshToken: 'account', idToken: 'account' },
    other: 'providerId scope password',
  },
  'identity.link': { personal: { email: 'until it expires' }, other: 'token_hash purpose' },
  'identity.passkey': { personal: { name: 'account' }, other: 'id public_key transports' },
  'identity.session': {
    personal: { ipAddress: 'until it expires', userAgent: 'until it expires' },
    other: 'token',
  },
  'identity.user': { personal: { name: 'account', email: 'account', image: 'account' } },
  'identity.verification': { personal: { identifier: 'until it expires', value: 'until it expires' } },
  'public.answers': { personal: { value: 'listDays after the return' } },
  'public.audit_entries': {
    personal: { actor_name: 'kept', address: 'kept', device: 'kept', subject_label: 'kept', changes: 'kept' },
    other: 'actor_role request_id action subject_type subject_id',
  },
  'public.boarding_taps': { personal: { reason: 'kept' }, other: 'decision' },
  'public.door_payments': { personal: {}, other: 'state' },
  'public.gift_card_entries': { personal: { reason: 'kept' }, other: 'kind' },
  'public.gift_card_payments': {
    personal: { payer_name: 'kept' },
    other: 'method provider reference recorded_via',
  },
  'public.gift_cards': {
    personal: {
      buyer_name: 'kept',
      buyer_email: 'kept',
      recipient_name: 'kept',
      recipient_email: 'kept',
      message: 'kept',
    },
    other: 'code_hash link_hash last4 send_on state request_key request_fingerprint',
  },
  'public.guide_links': { personal: { name: 'listDays after the return' }, other: 'token_hash pin_hash' },
  'public.idempotency_keys': { personal: { answer: '24 hours' }, other: 'key fingerprint' },
  'public.ledger_entries': {
    personal: { payer_name: 'kept', note: 'kept' },
    other: 'kind method provider reference end_to_end_id recorded_via settles_on',
  },
  'public.participants': { personal: Object.fromEntries(participantColumns), other: 'fare_label seat' },
  'public.push_devices': { personal: { endpoint: 'account', p256dh: 'account', auth: 'account' } },
  'public.rate_limits': { personal: { key: 'until it expires' } },
  'public.receipts': { personal: { reason: 'kept' }, other: 'content_type sha256 state' },
  'public.refunds': {
    personal: { pix_key: 'kept' },
    other: 'reason state promised_for provider_reference',
  },
  'public.reservation_email_codes': { personal: { email: 'until it expires' }, other: 'code' },
  'public.reservation_emails': {
    personal: { recipient: 'two years after the return', subject: 'two years after the return' },
    other: 'about kind state',
  },
  'public.reservation_link_devices': {
    personal: { endpoint: 'until it expires', p256dh: 'until it expires', auth: 'until it expires' },
  },
  'public.reservation_lines': { personal: { label: 'kept' }, other: 'kind' },
  'public.reservation_notes': { personal: { text: 'listDays after the return' } },
  'public.reservation_tags': { personal: { label: 'kept' } },
  'public.reservations': {
    personal: { client_network: 'until paid', refusal: 'kept', cancellation_reason: 'kept' },
    other: 'code channel state refund_due_on policy request_key request_fingerprint instalments instalment_reminder',
  },
  'public.reviews': { personal: { sentence: 'kept' } },
  'public.road_lists': { personal: { content: 'listDays after the return' }, other: 'content_hash' },
  'public.role_grants': { personal: { subject: 'account' }, other: 'issuer role' },
  'public.staff_invitations': {
    personal: { name: 'until it expires', email: 'until it expires' },
    other: 'role permissions token_hash',
  },
  'public.statement_lines': {
    personal: { description: 'kept', payer_name: 'kept' },
    other: 'line_key occurred_on reference charge_reference txid end_to_end_id match state',
  },
  'public.trip_alerts': { personal: { name: 'until it expires', email: 'until it expires' } },
  'public.trip_closings': { personal: { exceptions: 'kept', cash_exceptions: 'kept', note: 'kept' }, other: 'figures' },
  'public.unmatched_payments': {
    personal: { payer_name: 'kept', description: 'kept', reason: 'kept' },
    other: 'provider reference charge_reference method end_to_end_id txid state',
  },
  'public.users': {
    personal: {
      subject: 'account',
      name: 'account',
      email: 'account',
      confirmed_email: 'account',
      contact: 'account',
      birthdate: 'account',
      cpf: 'account',
      rg: 'account',
      emitter: 'account',
    },
    other: 'issuer role permissions',
  },
  'public.waiting_list_entries': { personal: { client_network: 'while waiting' }, other: 'state party' },
  'public.whatsapp_messages': { personal: { phone: 'kept' }, other: 'template_key' },
};

/** Tables without data of people: of the operator, its trips and vehicles, amounts, hashes and states. */
const withoutPeople = `
  identity.issuer identity.jwks identity.sign_in_attempt identity.twoFactor identity.used_code
  public.allotments public.charges public.coupons public.credit_balances public.credit_entries
  public.chargebacks public.discount_rules public.dismissed_lines public.first_access_codes public.guide_sessions public.invitations public.kysely_migration
  public.kysely_migration_lock
  public.message_wordings public.operator public.participant_links public.pix_polls public.provider_polls public.readiness
  public.reservation_link_attempts public.reservation_links
  public.reservation_state_transitions public.reservation_states public.review_links public.statements
  public.trip_alert_links public.trip_announcements
  public.trip_cancellation_choices public.trip_cancellations public.trip_choice_links public.trip_costs
  public.trip_extras public.trip_fares public.trip_images public.trip_notice_reservations public.trip_notices public.trip_reminders
  public.trip_guides public.trip_questions public.trip_vehicles public.trips public.unreadable_pix public.vehicles`;

const words = (text: string) => text.trim().split(/\s+/);

// Numbers, instants and ids say nothing without the data beside them; what is generated is erased with its sources.
const HARMLESS_TYPES = ['uuid', '_uuid', 'int2', 'int4', 'int8', 'bool', 'timestamptz'];

let app: TestApp;
let columns: Map<string, { name: string; isContent: boolean }[]>;
beforeAll(async () => {
  app = await buildTestApp();
  const { rows } = await app.pool.query<{ table: string; name: string; isContent: boolean }>(
    `select table_schema || '.' || table_name as table, column_name as name,
       is_generated = 'NEVER' and udt_name <> all ($1) as "isContent"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'identity')`,
    [HARMLESS_TYPES],
  );
  columns = Map.groupBy(rows, ({ table }) => table);
});
afterAll(() => app.close());

it('every table is known to have data of people, or to have none', () => {
  expect([...columns.keys()].toSorted()).toEqual([...Object.keys(tables), ...words(withoutPeople)].toSorted());
});

it.each(Object.entries(tables))(
  'every column of %s is personal, with its retention, or says nothing of a person',
  (table, listed) => {
    const found = columns.get(table) ?? [];
    const known = [...Object.keys(listed.personal), ...words(listed.other ?? '')].filter(Boolean);
    const content = found.filter(({ isContent }) => isContent).map(({ name }) => name);
    expect(content.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((column) => !found.some(({ name }) => name === column))).toEqual([]);
  },
);
