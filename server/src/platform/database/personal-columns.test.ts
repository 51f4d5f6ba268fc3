import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { personalData } from './personal-data.ts';

/** Tables without data of people: of the operator, its trips and vehicles, amounts, hashes and states. */
const withoutPeople = `
  identity.issuer identity.jwks identity.sign_in_attempt identity.twoFactor identity.used_code
  public.accounts public.allotments public.backup_runs public.card_reviews public.chargebacks public.charges public.chat_sentences public.commission_rules public.commission_statement_entries public.commission_statements public.connections public.contract_texts public.coupons public.data_exports public.discount_rules public.dismissed_lines public.erased_counts public.erasures public.first_access_codes public.fiscal_documents_read public.fiscal_settings public.guide_sessions public.import_answers public.import_headers public.invitations public.invoice_batch_items public.invoice_batches public.invoice_numbers public.invoices public.kysely_migration
  public.kysely_migration_lock
  public.message_wordings public.operator public.participant_links public.privacy_notices public.privacy_notices_shown public.provider_polls public.readiness
  public.reservation_link_attempts public.reservation_links
  public.room_places public.rooming_lists
  public.reservation_state_transitions public.reservation_states public.review_links public.series_change_dates
  public.series_changes public.statements public.sweep_runs
  public.trip_alert_links public.trip_announcements
  public.trip_cancellation_choices public.trip_cancellations public.trip_choice_links public.trip_costs
  public.trip_contracts public.trip_extras public.trip_fares public.trip_fiscal_settings public.trip_images public.trip_notice_reservations public.trip_notices public.trip_reminders
  public.trip_crew public.trip_guides public.trip_questions public.trip_room_types public.trip_rooms public.trip_vehicles public.trips public.undone_records public.unreadable_pix public.vehicles public.waiting_list_links
  public.whatsapp_settings public.whatsapp_templates`;

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
  expect([...columns.keys()].toSorted()).toEqual([...Object.keys(personalData), ...words(withoutPeople)].toSorted());
});

it.each(Object.entries(personalData))(
  'every column of %s is in the register, or says nothing of a person',
  (table, listed) => {
    const found = columns.get(table) ?? [];
    const known = [...Object.keys(listed.columns), ...words(listed.other ?? '')].filter(Boolean);
    const content = found.filter(({ isContent }) => isContent).map(({ name }) => name);
    expect(content.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((column) => !found.some(({ name }) => name === column))).toEqual([]);
  },
);

it('every column of the register says how it ends', () => {
  for (const [table, { erasure, columns }] of Object.entries(personalData)) {
    const open = Object.entries(columns).filter(([, { blank }]) => erasure === 'blanked' && blank === undefined);
    expect(open.map(([name]) => `${table}.${name}`)).toEqual([]);
  }
});
