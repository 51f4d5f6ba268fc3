-- Written by `npm run schema` from the migrated database: do not edit. Migrations made it so.

create table accounts (
  balance_cents integer,
  closed_at timestamp with time zone,
  id uuid not null,
  kind text not null,
  name text,
  opened_at timestamp with time zone not null default now(),
  constraint accounts_balance TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint accounts_balance_not_negative CHECK ((balance_cents >= 0)),
  constraint accounts_closed_stored_value CHECK (((closed_at IS NULL) OR ((kind = 'stored_value'::text) AND (balance_cents = 0)))),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'stored_value'::text, 'hand'::text, 'office'::text, 'clearing'::text, 'unknown'::text, 'kept'::text, 'seller'::text]))),
  constraint accounts_name_of_kind CHECK (
CASE kind
    WHEN 'clearing'::text THEN ((name IS NOT NULL) AND (name ~ '^[a-z_]{1,40}$'::text))
    WHEN 'hand'::text THEN ((name IS NULL) OR (name ~ '^[0-9a-f-]{36}$'::text))
    ELSE (name IS NULL)
END),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_with_balance CHECK (((kind = ANY (ARRAY['stored_value'::text, 'hand'::text])) = (balance_cents IS NOT NULL)))
);
CREATE INDEX accounts_hands_idx ON public.accounts USING btree (id) WHERE (kind = 'hand'::text);
CREATE UNIQUE INDEX accounts_one_of_its_name ON public.accounts USING btree (kind, name) NULLS NOT DISTINCT WHERE (kind = ANY (ARRAY['office'::text, 'clearing'::text, 'unknown'::text, 'kept'::text]));
CREATE TRIGGER accounts_are_final BEFORE DELETE OR UPDATE OF id, kind, name, opened_at ON public.accounts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_book();
CREATE CONSTRAINT TRIGGER accounts_balance AFTER INSERT OR UPDATE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.balance_cents IS NOT NULL)) EXECUTE FUNCTION check_balance();

create table allotments (
  coupon_id uuid,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  id uuid not null,
  places integer not null,
  seller_id uuid,
  trip_id uuid not null,
  constraint allotments_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint allotments_of_one CHECK ((num_nonnulls(coupon_id, seller_id) = 1)),
  constraint allotments_pkey PRIMARY KEY (id),
  constraint allotments_places_check CHECK ((places > 0)),
  constraint allotments_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint allotments_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE INDEX allotments_of_trip ON public.allotments USING btree (trip_id) WHERE (ended_at IS NULL);
CREATE INDEX allotments_to_end ON public.allotments USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX allotments_one_of_coupon_and_trip ON public.allotments USING btree (coupon_id, trip_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX allotments_one_of_seller_and_trip ON public.allotments USING btree (seller_id, trip_id) WHERE (ended_at IS NULL);
CREATE TRIGGER allotments_count AFTER INSERT OR DELETE OR UPDATE ON public.allotments FOR EACH ROW EXECUTE FUNCTION count_allotment();

create table answers (
  participant_id uuid,
  question_id uuid not null,
  reservation_id uuid not null,
  updated_at timestamp with time zone not null default now(),
  value jsonb not null,
  constraint answers_once UNIQUE NULLS NOT DISTINCT (reservation_id, participant_id, question_id),
  constraint answers_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  constraint answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES trip_questions(id),
  constraint answers_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE,
  constraint answers_value_check CHECK ((octet_length((value)::text) <= 8000))
);
CREATE INDEX answers_of_participant ON public.answers USING btree (participant_id);
CREATE INDEX answers_of_question ON public.answers USING btree (question_id);

create table audit_entries (
  action text not null,
  actor_id uuid,
  actor_name text not null,
  actor_role text,
  address text not null,
  at timestamp with time zone not null default clock_timestamp(),
  changes jsonb not null default '{}'::jsonb,
  device text not null,
  id uuid not null,
  link_made_by uuid,
  request_id text not null,
  search_text text generated always as (searchable(((actor_name || ' '::text) || subject_label))),
  subject_id text not null,
  subject_label text not null,
  subject_type text not null,
  constraint audit_entries_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_action_idx ON public.audit_entries USING btree (action, at DESC);
CREATE INDEX audit_entries_actor_idx ON public.audit_entries USING btree (actor_id, at DESC);
CREATE INDEX audit_entries_at_idx ON public.audit_entries USING btree (at DESC, id DESC);
CREATE INDEX audit_entries_search_idx ON public.audit_entries USING gin (search_text gin_trgm_ops);
CREATE INDEX audit_entries_subject_idx ON public.audit_entries USING btree (subject_type, subject_id, at DESC);
CREATE INDEX audit_entries_type_idx ON public.audit_entries USING btree (subject_type, at DESC, id DESC);
CREATE TRIGGER audit_entries_are_final BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

create table backup_runs (
  details jsonb not null default '{}'::jsonb,
  finished_at timestamp with time zone,
  id uuid not null,
  kind text not null,
  notified_at timestamp with time zone,
  number bigint not null generated as identity,
  started_at timestamp with time zone not null default now(),
  succeeded boolean not null default false,
  constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['base'::text, 'proof'::text, 'archive'::text]))),
  constraint backup_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX backup_runs_of_kind_idx ON public.backup_runs USING btree (kind, finished_at DESC);
CREATE INDEX backup_runs_of_kind_number_idx ON public.backup_runs USING btree (kind, number DESC);

create table billing_details (
  address text not null default ''::text,
  name text not null default ''::text,
  reservation_id uuid not null,
  tax_id text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint billing_details_address_check CHECK ((char_length(address) <= 200)),
  constraint billing_details_name_check CHECK ((char_length(name) <= 120)),
  constraint billing_details_pkey PRIMARY KEY (reservation_id),
  constraint billing_details_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint billing_details_tax_id_check CHECK ((tax_id ~ '^([0-9]{11}|[0-9A-Z]{14})?$'::text))
);

create table boarding_taps (
  clock_offset_ms bigint not null,
  decided_at timestamp with time zone not null,
  decision text not null,
  device_id uuid not null,
  guide_link_id uuid,
  id uuid not null,
  participant_id uuid not null,
  reason text,
  recorded_at timestamp with time zone not null default now(),
  recorded_by uuid,
  seen_at timestamp with time zone,
  tapped_at timestamp with time zone not null,
  trip_id uuid not null,
  constraint boarding_taps_by_somebody CHECK ((num_nonnulls(recorded_by, guide_link_id) = 1)),
  constraint boarding_taps_decision_check CHECK ((decision = ANY (ARRAY['boarded'::text, 'missed'::text, 'undone'::text]))),
  constraint boarding_taps_guide_link_id_fkey FOREIGN KEY (guide_link_id) REFERENCES guide_links(id),
  constraint boarding_taps_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  constraint boarding_taps_pkey PRIMARY KEY (id),
  constraint boarding_taps_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 200))),
  constraint boarding_taps_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint boarding_taps_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX boarding_taps_last_idx ON public.boarding_taps USING btree (trip_id, participant_id, decided_at DESC, id DESC);
CREATE INDEX boarding_taps_of_participant_idx ON public.boarding_taps USING btree (participant_id);
CREATE TRIGGER boarding_taps_are_final BEFORE UPDATE ON public.boarding_taps FOR EACH ROW WHEN ((NOT is_erasure(to_jsonb(old.*), to_jsonb(new.*), '{reason}'::text[]))) EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER boarding_taps_decided_at BEFORE INSERT ON public.boarding_taps FOR EACH ROW EXECUTE FUNCTION set_tap_decided_at();
CREATE TRIGGER boarding_taps_reason_once_closed BEFORE INSERT ON public.boarding_taps FOR EACH ROW EXECUTE FUNCTION close_attendance();
CREATE TRIGGER boarding_taps_set_attendance AFTER INSERT ON public.boarding_taps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_attendance();
CREATE TRIGGER boarding_taps_stay BEFORE DELETE ON public.boarding_taps FOR EACH ROW EXECUTE FUNCTION refuse_deletion();

create table calendar_addresses (
  made_at timestamp with time zone not null default now(),
  token_hash text not null,
  user_id uuid not null,
  constraint calendar_addresses_pkey PRIMARY KEY (user_id),
  constraint calendar_addresses_token_key UNIQUE (token_hash),
  constraint calendar_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table card_reviews (
  amount_cents integer not null,
  changed_at timestamp with time zone not null,
  charge_id uuid not null,
  is_open boolean not null,
  provider text not null,
  reference text not null,
  seen_at timestamp with time zone not null default now(),
  constraint card_reviews_amount_cents_check CHECK ((amount_cents > 0)),
  constraint card_reviews_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint card_reviews_pkey PRIMARY KEY (provider, reference),
  constraint card_reviews_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text)),
  constraint card_reviews_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
CREATE INDEX card_reviews_open_idx ON public.card_reviews USING btree (charge_id) WHERE is_open;

create table chargebacks (
  amount_cents integer not null,
  answer_by date,
  checked_at timestamp with time zone,
  checked_by uuid,
  decision_by date,
  entry_id uuid,
  id uuid not null,
  is_settled boolean not null default true,
  kind text not null,
  noticed_at timestamp with time zone not null default now(),
  payment_entry uuid not null,
  provider text not null,
  reference text not null,
  constraint chargebacks_amount_cents_check CHECK ((amount_cents > 0)),
  constraint chargebacks_checked_by CHECK (((checked_at IS NULL) = (checked_by IS NULL))),
  constraint chargebacks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(id),
  constraint chargebacks_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES transfers(id),
  constraint chargebacks_entry_key UNIQUE (entry_id),
  constraint chargebacks_entry_of_settled CHECK ((is_settled OR (entry_id IS NULL))),
  constraint chargebacks_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'med_fraud'::text, 'med_operational'::text, 'med'::text, 'unfit'::text]))),
  constraint chargebacks_payment_entry_fkey FOREIGN KEY (payment_entry) REFERENCES transfers(id),
  constraint chargebacks_pkey PRIMARY KEY (id),
  constraint chargebacks_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text))
);
CREATE INDEX chargebacks_of_payment ON public.chargebacks USING btree (payment_entry);
CREATE INDEX chargebacks_open_idx ON public.chargebacks USING btree (noticed_at) WHERE (checked_at IS NULL);
CREATE UNIQUE INDEX chargebacks_reference_key ON public.chargebacks USING btree (provider, upper(reference));

create table charges (
  address text,
  adjustment_cents integer not null default 0,
  amount_cents integer not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  due_on date,
  expires_at timestamp with time zone,
  gift_card_id uuid,
  id uuid not null,
  kind text not null default 'pix'::text,
  noticed_at timestamp with time zone,
  participant_id uuid,
  payload text,
  provider text not null,
  provider_state text,
  purpose text not null,
  reference text not null,
  reservation_id uuid,
  state text not null default 'open'::text,
  updated_at timestamp with time zone not null default now(),
  constraint charges_adjustment_check CHECK (((adjustment_cents = 0) OR ((gift_card_id IS NULL) AND (amount_cents > adjustment_cents) AND ((10 * abs(adjustment_cents)) <= ((2 * (amount_cents - adjustment_cents)) + 5))))),
  constraint charges_amount_cents_check CHECK ((amount_cents > 0)),
  constraint charges_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint charges_due_on_of_provider_codes CHECK (((due_on IS NULL) OR ((reservation_id IS NOT NULL) AND (kind = 'pix'::text) AND (provider_state IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint charges_gift_card_id_fkey FOREIGN KEY (gift_card_id) REFERENCES gift_cards(id),
  constraint charges_kind_check CHECK ((kind = ANY (ARRAY['pix'::text, 'card'::text, 'manual'::text]))),
  constraint charges_of_one CHECK (((reservation_id IS NULL) <> (gift_card_id IS NULL))),
  constraint charges_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  constraint charges_pkey PRIMARY KEY (id),
  constraint charges_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text)),
  constraint charges_provider_state CHECK (((provider <> 'own_key'::text) = (provider_state IS NOT NULL))),
  constraint charges_provider_state_check CHECK ((provider_state = ANY (ARRAY['wanted'::text, 'active'::text, 'withdrawn'::text]))),
  constraint charges_purpose_check CHECK ((purpose = ANY (ARRAY['deposit'::text, 'balance'::text, 'full'::text, 'extra'::text]))),
  constraint charges_reference_check CHECK ((reference ~ '^[A-Za-z0-9]{1,35}$'::text)),
  constraint charges_reference_key UNIQUE (reference),
  constraint charges_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint charges_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'replaced'::text, 'cancelled'::text, 'expired'::text]))),
  constraint charges_static_code_is_there CHECK (((provider <> 'own_key'::text) OR (payload IS NOT NULL)))
);
CREATE INDEX charges_of_reservation_idx ON public.charges USING btree (reservation_id, created_at);
CREATE INDEX charges_to_synchronize_idx ON public.charges USING btree (updated_at) WHERE (((state = 'open'::text) AND (provider_state = 'wanted'::text)) OR ((state = ANY (ARRAY['replaced'::text, 'cancelled'::text, 'expired'::text])) AND (provider_state = ANY (ARRAY['wanted'::text, 'active'::text]))));
CREATE UNIQUE INDEX charges_one_open_per_gift_card ON public.charges USING btree (gift_card_id) WHERE ((state = 'open'::text) AND (gift_card_id IS NOT NULL));
CREATE UNIQUE INDEX charges_one_open_per_share ON public.charges USING btree (reservation_id, participant_id) NULLS NOT DISTINCT WHERE ((state = 'open'::text) AND (reservation_id IS NOT NULL));
CREATE TRIGGER charges_are_final BEFORE UPDATE ON public.charges FOR EACH ROW EXECUTE FUNCTION refuse_charge_change();

create table chat_contacts (
  bsuid text,
  created_at timestamp with time zone not null default clock_timestamp(),
  id uuid not null,
  name text not null default ''::text,
  phone text,
  stopped_at timestamp with time zone,
  unreachable_at timestamp with time zone,
  constraint chat_contacts_bsuid_check CHECK ((bsuid ~ '^[A-Za-z0-9._-]{1,200}$'::text)),
  constraint chat_contacts_bsuid_key UNIQUE (bsuid),
  constraint chat_contacts_have_an_address CHECK ((num_nonnulls(bsuid, phone) > 0)),
  constraint chat_contacts_name_check CHECK ((char_length(name) <= 200)),
  constraint chat_contacts_phone_check CHECK ((phone ~ '^\+[0-9]{8,15}$'::text)),
  constraint chat_contacts_phone_key UNIQUE (phone),
  constraint chat_contacts_pkey PRIMARY KEY (id)
);

create table chat_sentences (
  created_at timestamp with time zone not null default clock_timestamp(),
  created_by uuid,
  id uuid not null,
  reading text not null,
  sentence text not null,
  series_id uuid,
  spoken text not null,
  constraint chat_sentences_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint chat_sentences_of_trip CHECK (((reading <> 'person'::text) OR (series_id IS NULL))),
  constraint chat_sentences_once UNIQUE (sentence),
  constraint chat_sentences_pkey PRIMARY KEY (id),
  constraint chat_sentences_reading_check CHECK ((reading = ANY (ARRAY['person'::text, 'departures'::text, 'boarding'::text, 'payment'::text]))),
  constraint chat_sentences_sentence_check CHECK (((char_length(sentence) >= 2) AND (char_length(sentence) <= 200))),
  constraint chat_sentences_spoken_check CHECK (((char_length(spoken) >= 1) AND (char_length(spoken) <= 200)))
);
CREATE INDEX chat_sentences_created_by_idx ON public.chat_sentences USING btree (created_by) WHERE (created_by IS NOT NULL);

create table commission_rules (
  ended_at timestamp with time zone,
  id uuid not null,
  kind text not null,
  seller_id uuid,
  series_id uuid,
  since timestamp with time zone not null default now(),
  trip_id uuid,
  value integer not null,
  constraint commission_rules_check CHECK (((value >= 0) AND ((kind = 'amount_per_person'::text) OR (value <= 10000)))),
  constraint commission_rules_kind_check CHECK ((kind = ANY (ARRAY['percent_of_fares'::text, 'percent_of_received'::text, 'amount_per_person'::text]))),
  constraint commission_rules_of_trip_or_series CHECK (((trip_id IS NULL) OR (series_id IS NULL))),
  constraint commission_rules_pkey PRIMARY KEY (id),
  constraint commission_rules_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint commission_rules_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX commission_rules_one_in_force ON public.commission_rules USING btree (seller_id, trip_id, series_id) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE TRIGGER commission_rules_are_final BEFORE UPDATE ON public.commission_rules FOR EACH ROW EXECUTE FUNCTION refuse_change_of_commission_rule();

create table commission_statement_entries (
  statement_id uuid not null,
  transfer_id uuid not null,
  constraint commission_statement_entries_pkey PRIMARY KEY (transfer_id),
  constraint commission_statement_entries_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES commission_statements(id),
  constraint commission_statement_entries_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX commission_statement_entries_of_statement ON public.commission_statement_entries USING btree (statement_id);
CREATE TRIGGER commission_statement_entries_are_final BEFORE DELETE OR UPDATE ON public.commission_statement_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_statement();
CREATE TRIGGER commission_statement_entries_checked AFTER INSERT ON public.commission_statement_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_statement();

create table commission_statements (
  carried_cents integer not null,
  closed_at timestamp with time zone not null,
  closed_by uuid not null,
  content text not null,
  entries integer not null,
  hash text not null,
  id uuid not null,
  month text not null,
  number integer not null,
  previous_hash text,
  seller_id uuid not null,
  total_cents integer not null,
  constraint commission_statements_carried_cents_check CHECK ((carried_cents <= 0)),
  constraint commission_statements_checked TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint commission_statements_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint commission_statements_entries_check CHECK ((entries > 0)),
  constraint commission_statements_first CHECK (((number = 1) = (previous_hash IS NULL))),
  constraint commission_statements_hash CHECK ((hash = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text))),
  constraint commission_statements_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint commission_statements_month_key UNIQUE (seller_id, month),
  constraint commission_statements_number_check CHECK ((number > 0)),
  constraint commission_statements_number_key UNIQUE (seller_id, number),
  constraint commission_statements_pkey PRIMARY KEY (id),
  constraint commission_statements_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id)
);
CREATE INDEX commission_statements_by_age ON public.commission_statements USING btree (closed_at DESC, id);
CREATE TRIGGER commission_statements_are_final BEFORE DELETE OR UPDATE ON public.commission_statements FOR EACH ROW EXECUTE FUNCTION refuse_change_of_statement();
CREATE CONSTRAINT TRIGGER commission_statements_checked AFTER INSERT ON public.commission_statements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_statement();

create table connections (
  account text not null,
  connected_at timestamp with time zone not null default clock_timestamp(),
  connected_by uuid,
  expires_at timestamp with time zone,
  key_id text not null,
  kind text not null,
  name text not null,
  notified_days smallint,
  problem text not null default ''::text,
  retired_at timestamp with time zone,
  sealed bytea not null,
  shown jsonb not null,
  constraint connections_connected_by_fkey FOREIGN KEY (connected_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint connections_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint connections_name_check CHECK (((name ~ '^[a-z_]{1,40}$'::text) AND (name <> 'own_key'::text))),
  constraint connections_pkey PRIMARY KEY (name),
  constraint connections_problem_check CHECK ((length(problem) <= 300)),
  constraint connections_shown_check CHECK ((jsonb_typeof(shown) = 'object'::text))
);
CREATE INDEX connections_connected_by_idx ON public.connections USING btree (connected_by);
CREATE UNIQUE INDEX connections_at_work_key ON public.connections USING btree (kind) WHERE (retired_at IS NULL);

create table contract_acceptances (
  accepted_at timestamp with time zone not null default now(),
  accepted_by text not null,
  address text not null,
  channel text not null,
  field_values jsonb not null,
  reservation_id uuid not null,
  user_id uuid,
  version text not null,
  constraint contract_acceptances_channel_check CHECK ((channel = ANY (ARRAY['account'::text, 'link'::text, 'phone'::text]))),
  constraint contract_acceptances_pkey PRIMARY KEY (reservation_id),
  constraint contract_acceptances_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint contract_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint contract_acceptances_version_fkey FOREIGN KEY (version) REFERENCES contract_texts(version)
);
CREATE TRIGGER contract_acceptances_are_final BEFORE UPDATE ON public.contract_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER contract_acceptances_stay BEFORE DELETE ON public.contract_acceptances FOR EACH ROW WHEN ((COALESCE(current_setting('passeio.erasing'::text, true), ''::text) <> 'on'::text)) EXECUTE FUNCTION refuse_deletion();

create table contract_texts (
  since timestamp with time zone not null default now(),
  text text not null,
  version text not null,
  constraint contract_texts_check CHECK ((version = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text))),
  constraint contract_texts_pkey PRIMARY KEY (version)
);
CREATE TRIGGER contract_texts_are_final BEFORE DELETE OR UPDATE ON public.contract_texts FOR EACH ROW EXECUTE FUNCTION refuse_deletion();

create table conversation_media (
  content_type text not null default ''::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  file_name text not null default ''::text,
  id uuid not null,
  message_id uuid not null,
  provider_id text not null,
  receipt_id uuid,
  size_bytes integer,
  state text not null default 'wanted'::text,
  storage_key text,
  constraint conversation_media_content_type_check CHECK ((char_length(content_type) <= 100)),
  constraint conversation_media_file_name_check CHECK ((char_length(file_name) <= 200)),
  constraint conversation_media_message_id_fkey FOREIGN KEY (message_id) REFERENCES conversation_messages(id) ON DELETE CASCADE,
  constraint conversation_media_message_key UNIQUE (message_id),
  constraint conversation_media_pkey PRIMARY KEY (id),
  constraint conversation_media_provider_id_check CHECK (((char_length(provider_id) >= 1) AND (char_length(provider_id) <= 200))),
  constraint conversation_media_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id) ON DELETE SET NULL,
  constraint conversation_media_size_bytes_check CHECK ((size_bytes > 0)),
  constraint conversation_media_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'stored'::text, 'refused'::text]))),
  constraint conversation_media_stored CHECK (((state = 'stored'::text) = (storage_key IS NOT NULL)))
);
CREATE INDEX conversation_media_by_age ON public.conversation_media USING btree (created_at);
CREATE INDEX conversation_media_receipt_idx ON public.conversation_media USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);

create table conversation_messages (
  about text not null default ''::text,
  arrival bigint default ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint,
  at timestamp with time zone not null default clock_timestamp(),
  claimed_at timestamp with time zone,
  content jsonb,
  conversation_id uuid not null,
  cost_hundredths integer not null default 0,
  direction text not null,
  error_code integer,
  fallback jsonb,
  fell_back_to text,
  followed_at timestamp with time zone,
  id uuid not null,
  is_billed boolean,
  kind text not null,
  pricing_category text not null default ''::text,
  reservation_id uuid,
  sent_by uuid,
  status text not null,
  status_at timestamp with time zone not null default clock_timestamp(),
  text text not null default ''::text,
  tries integer not null default 0,
  wamid text,
  constraint conversation_messages_about_check CHECK ((about ~ '^[A-Za-z]{0,50}$'::text)),
  constraint conversation_messages_claimed CHECK (((claimed_at IS NULL) OR (status = 'queued'::text))),
  constraint conversation_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  constraint conversation_messages_cost_hundredths_check CHECK ((cost_hundredths >= 0)),
  constraint conversation_messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'echo'::text]))),
  constraint conversation_messages_fell_back_to_check CHECK ((fell_back_to = ANY (ARRAY['email'::text, 'staff'::text]))),
  constraint conversation_messages_kind_check CHECK ((kind ~ '^[a-z_]{1,30}$'::text)),
  constraint conversation_messages_known CHECK (((direction = 'out'::text) OR (wamid IS NOT NULL))),
  constraint conversation_messages_pkey PRIMARY KEY (id),
  constraint conversation_messages_pricing_category_check CHECK ((pricing_category ~ '^[a-z_]{0,40}$'::text)),
  constraint conversation_messages_received CHECK (((direction = 'in'::text) = (status = 'received'::text))),
  constraint conversation_messages_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint conversation_messages_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint conversation_messages_status_check CHECK ((message_status_rank(status) IS NOT NULL)),
  constraint conversation_messages_text_check CHECK ((char_length(text) <= 5000)),
  constraint conversation_messages_wamid_check CHECK (((char_length(wamid) >= 1) AND (char_length(wamid) <= 300))),
  constraint conversation_messages_wamid_key UNIQUE (wamid)
);
CREATE INDEX conversation_messages_by_age ON public.conversation_messages USING btree (at);
CREATE INDEX conversation_messages_by_reservation ON public.conversation_messages USING btree (reservation_id, at DESC) WHERE (reservation_id IS NOT NULL);
CREATE INDEX conversation_messages_of ON public.conversation_messages USING btree (conversation_id, at DESC, id);
CREATE INDEX conversation_messages_sent_by_idx ON public.conversation_messages USING btree (sent_by) WHERE (sent_by IS NOT NULL);
CREATE TRIGGER conversation_messages_go_forward BEFORE UPDATE ON public.conversation_messages FOR EACH ROW EXECUTE FUNCTION keep_message_status();

create table conversations (
  assignee_id uuid,
  contact_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  id uuid not null,
  last_message_at timestamp with time zone,
  open_until timestamp with time zone,
  person_answered_at timestamp with time zone,
  reservation_id uuid,
  seen_at timestamp with time zone,
  state text not null default 'answered'::text,
  typing_by uuid,
  typing_until timestamp with time zone,
  constraint conversations_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint conversations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES chat_contacts(id) ON DELETE CASCADE,
  constraint conversations_contact_key UNIQUE (contact_id),
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint conversations_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text]))),
  constraint conversations_typing_by_fkey FOREIGN KEY (typing_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX conversations_assignee_idx ON public.conversations USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX conversations_by_reservation ON public.conversations USING btree (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX conversations_latest ON public.conversations USING btree (last_message_at DESC, id);
CREATE INDEX conversations_typing_idx ON public.conversations USING btree (typing_by) WHERE (typing_by IS NOT NULL);
CREATE INDEX conversations_waiting ON public.conversations USING btree (last_message_at, id) WHERE (state = 'waiting'::text);

create table coupons (
  code text not null,
  created_at timestamp with time zone not null default now(),
  discounted_cents integer not null default 0,
  effect text not null,
  fare_labels text[] not null default '{}'::text[],
  first_only boolean not null default false,
  id uuid not null,
  is_active boolean not null default true,
  max_discount_cents integer,
  max_uses integer,
  max_uses_per_client integer,
  min_people integer not null default 1,
  min_total_cents integer not null default 0,
  places_set_aside integer,
  seller_id uuid,
  set_aside_until timestamp with time zone,
  tag text not null default ''::text,
  trip_ids uuid[] not null default '{}'::uuid[],
  uses integer not null default 0,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  value integer not null,
  constraint coupons_check CHECK (((value >= 0) AND ((effect <> 'percent'::text) OR ((value >= 1) AND (value <= 100))))),
  constraint coupons_code_is_upper CHECK (((code <> ''::text) AND (code = upper(code)))),
  constraint coupons_code_key UNIQUE (code),
  constraint coupons_discount_within_budget CHECK ((discounted_cents <= max_discount_cents)),
  constraint coupons_discounted_cents_check CHECK ((discounted_cents >= 0)),
  constraint coupons_effect_check CHECK ((effect = ANY (ARRAY['percent'::text, 'amount'::text, 'fixed'::text]))),
  constraint coupons_max_discount_cents_check CHECK ((max_discount_cents > 0)),
  constraint coupons_max_uses_check CHECK ((max_uses > 0)),
  constraint coupons_max_uses_per_client_check CHECK ((max_uses_per_client > 0)),
  constraint coupons_min_people_check CHECK ((min_people > 0)),
  constraint coupons_min_total_cents_check CHECK ((min_total_cents >= 0)),
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_places_set_aside_check CHECK ((places_set_aside > 0)),
  constraint coupons_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint coupons_uses_check CHECK ((uses >= 0)),
  constraint coupons_uses_within_limit CHECK ((uses <= max_uses))
);
CREATE INDEX coupons_by_age ON public.coupons USING btree (created_at DESC, id);
CREATE TRIGGER coupons_counts_follow_reservations BEFORE UPDATE ON public.coupons FOR EACH ROW WHEN (((old.uses <> new.uses) OR (old.discounted_cents <> new.discounted_cents))) EXECUTE FUNCTION refuse_direct_count_of_coupon();
CREATE TRIGGER coupons_start_unused BEFORE INSERT ON public.coupons FOR EACH ROW WHEN (((new.uses <> 0) OR (new.discounted_cents <> 0))) EXECUTE FUNCTION refuse_direct_count_of_coupon();

create table crew_days_off (
  first_day date not null,
  last_day date not null,
  member_id uuid not null,
  constraint crew_days_off_check CHECK ((last_day >= first_day)),
  constraint crew_days_off_member_id_fkey FOREIGN KEY (member_id) REFERENCES crew_members(id) ON DELETE CASCADE,
  constraint crew_days_off_pkey PRIMARY KEY (member_id, first_day)
);

create table crew_members (
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  is_driver boolean not null,
  is_guide boolean not null,
  name text,
  phone text,
  user_id uuid,
  version integer not null default 1,
  weekdays integer[] not null default '{1,2,3,4,5,6,7}'::integer[],
  constraint crew_members_are_named_once CHECK (((num_nonnulls(user_id, name) = 1) AND ((user_id IS NULL) OR (phone IS NULL)))),
  constraint crew_members_do_something CHECK ((is_guide OR is_driver)),
  constraint crew_members_name_check CHECK (((length(name) >= 2) AND (length(name) <= 60))),
  constraint crew_members_phone_check CHECK ((phone ~ '^\+[0-9]{8,15}$'::text)),
  constraint crew_members_pkey PRIMARY KEY (id),
  constraint crew_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint crew_members_user_id_key UNIQUE (user_id),
  constraint crew_members_weekdays_check CHECK (((cardinality(weekdays) > 0) AND (weekdays <@ '{1,2,3,4,5,6,7}'::integer[])))
);
CREATE TRIGGER crew_members_without_accounts BEFORE UPDATE OF user_id ON public.crew_members FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION refuse_guide_with_account();

create table data_exports (
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  failures integer not null default 0,
  id uuid not null,
  requested_by uuid not null,
  token_hash text,
  user_id uuid not null,
  with_health boolean not null default false,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint data_exports_token_hash_key UNIQUE (token_hash),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX data_exports_of_person ON public.data_exports USING btree (user_id, created_at DESC);

create table discount_rules (
  benefit text not null,
  counted_fares text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  is_active boolean not null default true,
  label text not null,
  lowered_fares text[] not null default '{}'::text[],
  min_days_before integer,
  min_people integer,
  min_total_cents integer,
  position integer not null,
  trip_ids uuid[] not null default '{}'::uuid[],
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  value integer not null,
  constraint discount_rules_benefit_check CHECK ((benefit = ANY (ARRAY['percent'::text, 'amount_each'::text, 'cheapest_free'::text]))),
  constraint discount_rules_check CHECK (((value > 0) AND ((benefit <> 'percent'::text) OR (value <= 100)))),
  constraint discount_rules_label_check CHECK ((label <> ''::text)),
  constraint discount_rules_min_days_before_check CHECK ((min_days_before > 0)),
  constraint discount_rules_min_people_check CHECK ((min_people > 0)),
  constraint discount_rules_min_total_cents_check CHECK ((min_total_cents > 0)),
  constraint discount_rules_pkey PRIMARY KEY (id)
);

create table dismissed_lines (
  dismissed_at timestamp with time zone not null default now(),
  dismissed_by uuid not null,
  line_key text not null,
  constraint dismissed_lines_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  constraint dismissed_lines_pkey PRIMARY KEY (line_key)
);

create table erased_counts (
  count integer not null,
  day date not null,
  kind text not null,
  last_at timestamp with time zone not null default now(),
  constraint erased_counts_count_check CHECK ((count >= 0)),
  constraint erased_counts_pkey PRIMARY KEY (day, kind)
);

create table erasures (
  erased_at timestamp with time zone not null default now(),
  id uuid not null,
  subject text not null,
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_subject_check CHECK ((subject = ANY (ARRAY['person'::text, 'participant'::text])))
);

create table final_manifests (
  content jsonb not null,
  content_hash text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  erased_at timestamp with time zone,
  id uuid not null,
  people integer not null,
  trip_id uuid not null,
  version integer not null,
  constraint final_manifests_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint final_manifests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint final_manifests_people_check CHECK ((people > 0)),
  constraint final_manifests_pkey PRIMARY KEY (id),
  constraint final_manifests_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id),
  constraint final_manifests_version_check CHECK ((version > 0)),
  constraint final_manifests_version_key UNIQUE (trip_id, version)
);
CREATE INDEX final_manifests_to_erase_idx ON public.final_manifests USING btree (trip_id) WHERE (erased_at IS NULL);
CREATE TRIGGER final_manifests_are_final BEFORE DELETE OR UPDATE ON public.final_manifests FOR EACH ROW EXECUTE FUNCTION refuse_change_of_final_manifest();
CREATE TRIGGER final_manifests_hashed BEFORE INSERT ON public.final_manifests FOR EACH ROW EXECUTE FUNCTION hash_final_manifest();
CREATE TRIGGER final_manifests_stay BEFORE TRUNCATE ON public.final_manifests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_final_manifest();

create table first_access_codes (
  code_hash text not null,
  expires_at timestamp with time zone not null,
  constraint first_access_codes_pkey PRIMARY KEY (code_hash)
);

create table fiscal_documents_read (
  environment text not null,
  last_number bigint not null,
  tax_id text not null,
  constraint fiscal_documents_read_environment_check CHECK ((environment = ANY (ARRAY['1'::text, '2'::text]))),
  constraint fiscal_documents_read_number_check CHECK ((last_number >= 0)),
  constraint fiscal_documents_read_pkey PRIMARY KEY (environment, tax_id),
  constraint fiscal_documents_read_tax_id_check CHECK ((tax_id ~ '^[0-9]{14}$'::text))
);

create table fiscal_records (
  cpf text,
  keep_until date not null,
  name text not null,
  user_id uuid not null,
  constraint fiscal_records_pkey PRIMARY KEY (user_id),
  constraint fiscal_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX fiscal_records_by_end ON public.fiscal_records USING btree (keep_until);

create table fiscal_settings (
  allows_unnamed boolean not null,
  approximate_taxes integer,
  issue_rule text not null default 'by_hand'::text,
  municipal_code text not null,
  municipal_registration text not null,
  municipality text not null,
  nbs_code text not null,
  only_row boolean not null default true,
  operation_indicator text not null default ''::text,
  own_percent integer not null,
  personal_use text not null default ''::text,
  rate integer,
  rule_by uuid,
  rule_since timestamp with time zone,
  series integer not null,
  service_code text not null,
  simples_option text not null,
  simples_regime text not null,
  special_regime text not null,
  tax_class text not null default ''::text,
  tax_situation text not null default ''::text,
  constraint fiscal_settings_approximate_taxes_check CHECK (((approximate_taxes >= 0) AND (approximate_taxes <= 9999))),
  constraint fiscal_settings_class_check CHECK ((tax_class ~ '^([0-9]{6})?$'::text)),
  constraint fiscal_settings_ibs_cbs CHECK ((((personal_use = ''::text) = (operation_indicator = ''::text)) AND ((operation_indicator = ''::text) = (tax_situation = ''::text)) AND ((tax_situation = ''::text) = (tax_class = ''::text)))),
  constraint fiscal_settings_issue_rule_check CHECK ((issue_rule = ANY (ARRAY['by_hand'::text, 'all_paid'::text, 'departure'::text, 'monthly'::text]))),
  constraint fiscal_settings_municipal_code_check CHECK ((municipal_code ~ '^([0-9]{3})?$'::text)),
  constraint fiscal_settings_municipal_registration_check CHECK ((char_length(municipal_registration) <= 15)),
  constraint fiscal_settings_municipality_check CHECK ((municipality ~ '^[0-9]{7}$'::text)),
  constraint fiscal_settings_nbs_code_check CHECK ((nbs_code ~ '^[0-9]{9}$'::text)),
  constraint fiscal_settings_only_row_check CHECK (only_row),
  constraint fiscal_settings_operation_check CHECK ((operation_indicator ~ '^([0-9]{6})?$'::text)),
  constraint fiscal_settings_own_percent_check CHECK (((own_percent >= 1) AND (own_percent <= 100))),
  constraint fiscal_settings_personal_check CHECK ((personal_use ~ '^[01]?$'::text)),
  constraint fiscal_settings_pkey PRIMARY KEY (only_row),
  constraint fiscal_settings_rate_check CHECK (((rate >= 0) AND (rate <= 500))),
  constraint fiscal_settings_rule CHECK ((num_nonnulls(rule_by, rule_since) =
CASE issue_rule
    WHEN 'by_hand'::text THEN 0
    ELSE 2
END)),
  constraint fiscal_settings_rule_by_fkey FOREIGN KEY (rule_by) REFERENCES users(id),
  constraint fiscal_settings_series_check CHECK (((series >= 1) AND (series <= 49999))),
  constraint fiscal_settings_service_code_check CHECK ((service_code ~ '^[0-9]{6}$'::text)),
  constraint fiscal_settings_simples CHECK (
CASE simples_option
    WHEN '3'::text THEN ((simples_regime = ANY (ARRAY['1'::text, '2'::text, '3'::text])) AND (approximate_taxes IS NOT NULL))
    ELSE ((simples_regime = ''::text) AND (approximate_taxes IS NULL))
END),
  constraint fiscal_settings_simples_option_check CHECK ((simples_option = ANY (ARRAY['1'::text, '2'::text, '3'::text]))),
  constraint fiscal_settings_situation_check CHECK ((tax_situation ~ '^([0-9]{3})?$'::text)),
  constraint fiscal_settings_special_regime_check CHECK ((special_regime ~ '^[0-6]$'::text))
);

create table gift_cards (
  buyer_email text not null,
  buyer_name text not null,
  code_hash text not null,
  created_at timestamp with time zone not null default now(),
  generation integer not null default 1,
  id uuid not null,
  last4 text not null,
  link_hash text not null,
  message text not null default ''::text,
  recipient_email text not null default ''::text,
  recipient_name text not null default ''::text,
  request_fingerprint text,
  request_key text,
  return_checked_at timestamp with time zone,
  return_checked_by uuid,
  returned_at timestamp with time zone,
  returned_cents integer not null default 0,
  send_on date,
  sent_at timestamp with time zone,
  state text not null default 'awaiting_payment'::text,
  unbooked_return_cents integer not null default 0,
  value_cents integer not null,
  constraint gift_cards_code_key UNIQUE (code_hash),
  constraint gift_cards_generation_check CHECK ((generation > 0)),
  constraint gift_cards_link_key UNIQUE (link_hash),
  constraint gift_cards_message_check CHECK ((char_length(message) <= 300)),
  constraint gift_cards_pkey PRIMARY KEY (id),
  constraint gift_cards_request_key UNIQUE (request_key),
  constraint gift_cards_return_checked CHECK ((((return_checked_at IS NULL) = (return_checked_by IS NULL)) AND ((return_checked_at IS NULL) OR (returned_at IS NOT NULL)))),
  constraint gift_cards_return_checked_by_fkey FOREIGN KEY (return_checked_by) REFERENCES users(id),
  constraint gift_cards_returned_cents_check CHECK ((returned_cents >= 0)),
  constraint gift_cards_returned_when CHECK (((returned_cents > 0) = (returned_at IS NOT NULL))),
  constraint gift_cards_state_check CHECK ((state = ANY (ARRAY['awaiting_payment'::text, 'active'::text, 'expired'::text, 'revoked'::text]))),
  constraint gift_cards_unbooked_return CHECK (((unbooked_return_cents >= 0) AND (unbooked_return_cents <= returned_cents))),
  constraint gift_cards_value_cents_check CHECK (((value_cents >= 2000) AND (value_cents <= 500000)))
);
CREATE INDEX gift_cards_by_age ON public.gift_cards USING btree (created_at DESC, id);
CREATE INDEX gift_cards_to_send ON public.gift_cards USING btree (send_on) WHERE ((state = 'active'::text) AND (sent_at IS NULL));
CREATE INDEX gift_cards_unpaid ON public.gift_cards USING btree (created_at) WHERE (state = 'awaiting_payment'::text);

create table guide_links (
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  erased_at timestamp with time zone,
  failed_attempts integer not null default 0,
  id uuid not null,
  locked_until timestamp with time zone,
  name text not null,
  pin_hash text not null,
  revoked_at timestamp with time zone,
  token_hash text not null,
  trip_id uuid not null,
  constraint guide_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint guide_links_failed_attempts_check CHECK ((failed_attempts >= 0)),
  constraint guide_links_name_check CHECK (((length(name) >= 2) AND (length(name) <= 60))),
  constraint guide_links_pkey PRIMARY KEY (id),
  constraint guide_links_token_key UNIQUE (token_hash),
  constraint guide_links_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX guide_links_of_trip_idx ON public.guide_links USING btree (trip_id, id);
CREATE INDEX guide_links_to_erase_idx ON public.guide_links USING btree (trip_id) WHERE (erased_at IS NULL);

create table guide_sessions (
  expires_at timestamp with time zone not null,
  link_id uuid not null,
  token_hash text not null,
  constraint guide_sessions_link_id_fkey FOREIGN KEY (link_id) REFERENCES guide_links(id) ON DELETE CASCADE,
  constraint guide_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX guide_sessions_of_link_idx ON public.guide_sessions USING btree (link_id);

create table idempotency_keys (
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  fingerprint text not null,
  key text not null,
  status_code integer,
  user_id uuid not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created_idx ON public.idempotency_keys USING btree (created_at);

create table import_answers (
  answer text not null,
  kind text not null,
  question text not null,
  constraint import_answers_pkey PRIMARY KEY (kind, question)
);

create table import_effects (
  before jsonb not null default '{}'::jsonb,
  import_id uuid not null,
  is_new boolean not null,
  mark text not null,
  position integer not null,
  subject text not null,
  subject_id uuid not null,
  constraint import_effects_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_effects_pkey PRIMARY KEY (import_id, "position"),
  constraint import_effects_subject_check CHECK ((subject = ANY (ARRAY['person'::text, 'trip'::text, 'reservation'::text, 'payment'::text])))
);

create table import_headers (
  field text,
  header text not null,
  kind text not null,
  constraint import_headers_pkey PRIMARY KEY (kind, header)
);

create table import_rows (
  cells text[] not null,
  import_id uuid not null,
  kinds jsonb not null default '{}'::jsonb,
  line integer not null,
  outcome text not null default 'skip'::text,
  problems jsonb not null default '[]'::jsonb,
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['create'::text, 'update'::text, 'skip'::text, 'left_out'::text, 'ignored'::text]))),
  constraint import_rows_pkey PRIMARY KEY (import_id, line)
);

create table imports (
  answers jsonb not null default '{}'::jsonb,
  applied_at timestamp with time zone,
  columns text[] not null,
  counts jsonb not null default '{"skip": 0, "create": 0, "update": 0, "leftOut": 0}'::jsonb,
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  failure text,
  file_id uuid,
  filename text not null,
  header_line integer not null,
  id uuid not null,
  is_hidden boolean not null default false,
  kept text[] not null default '{}'::text[],
  kind text not null,
  notes text[] not null default '{}'::text[],
  questions jsonb not null default '[]'::jsonb,
  state text not null default 'open'::text,
  tab text not null default ''::text,
  constraint imports_applied_has_date CHECK (((state = ANY (ARRAY['applied'::text, 'undoing'::text, 'undone'::text])) = (applied_at IS NOT NULL))),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint imports_header_line_check CHECK ((header_line > 0)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['clients'::text, 'trips'::text, 'reservations'::text]))),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX imports_by_age ON public.imports USING btree (created_at DESC, id);
CREATE INDEX imports_of_file ON public.imports USING btree (file_id);

create table invitations (
  expires_at timestamp with time zone not null,
  token_hash text not null,
  user_id uuid not null,
  constraint invitations_pkey PRIMARY KEY (user_id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table invoice_batch_items (
  batch_id uuid not null,
  by_rule boolean not null,
  invoice_id uuid,
  problem text not null default ''::text,
  reservation_id uuid not null,
  state text not null default 'waiting'::text,
  constraint invoice_batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES invoice_batches(id) ON DELETE CASCADE,
  constraint invoice_batch_items_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES issued_invoices(id),
  constraint invoice_batch_items_invoice_key UNIQUE (invoice_id),
  constraint invoice_batch_items_outcome CHECK ((((state = 'issued'::text) = (invoice_id IS NOT NULL)) AND ((state = 'failed'::text) = (problem <> ''::text)))),
  constraint invoice_batch_items_pkey PRIMARY KEY (batch_id, reservation_id),
  constraint invoice_batch_items_problem_check CHECK ((char_length(problem) <= 500)),
  constraint invoice_batch_items_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint invoice_batch_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'issued'::text, 'failed'::text])))
);
CREATE INDEX invoice_batch_items_of_reservation ON public.invoice_batch_items USING btree (reservation_id);
CREATE INDEX invoice_batch_items_waiting ON public.invoice_batch_items USING btree (batch_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX invoice_batch_items_once_by_rule ON public.invoice_batch_items USING btree (reservation_id) WHERE by_rule;

create table invoice_batches (
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  requested_by uuid not null,
  rule text,
  constraint invoice_batches_pkey PRIMARY KEY (id),
  constraint invoice_batches_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint invoice_batches_rule_check CHECK ((rule = ANY (ARRAY['all_paid'::text, 'departure'::text, 'monthly'::text])))
);
CREATE INDEX invoice_batches_latest ON public.invoice_batches USING btree (created_at DESC, id DESC);
CREATE INDEX invoice_batches_requested_by_idx ON public.invoice_batches USING btree (requested_by);

create table invoice_numbers (
  environment text not null,
  last bigint not null,
  municipality text not null,
  series integer not null,
  tax_id text not null,
  constraint invoice_numbers_environment_check CHECK ((environment = ANY (ARRAY['1'::text, '2'::text]))),
  constraint invoice_numbers_last_check CHECK (((last >= 1) AND (last <= '999999999999999'::bigint))),
  constraint invoice_numbers_municipality_check CHECK ((municipality ~ '^[0-9]{7}$'::text)),
  constraint invoice_numbers_pkey PRIMARY KEY (environment, tax_id, municipality, series),
  constraint invoice_numbers_series_check CHECK (((series >= 1) AND (series <= 49999))),
  constraint invoice_numbers_tax_id_check CHECK ((tax_id ~ '^[0-9]{14}$'::text))
);

create table invoices (
  id uuid not null,
  issued_on date not null,
  number text not null,
  recorded_at timestamp with time zone not null default now(),
  recorded_by uuid not null,
  reservation_id uuid not null,
  constraint invoices_number_check CHECK (((char_length(number) >= 1) AND (char_length(number) <= 60))),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint invoices_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE UNIQUE INDEX invoices_once_per_reservation ON public.invoices USING btree (reservation_id, upper(number));

create table issued_invoices (
  access_key text,
  amount_cents integer not null,
  authorised_at timestamp with time zone,
  cancellation text,
  cancellation_event text,
  cancellation_requested_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  declaration text not null,
  declaration_id text not null,
  description text not null,
  environment text not null,
  id uuid not null,
  look_up_url text,
  messages jsonb not null default '[]'::jsonb,
  next_try_at timestamp with time zone default now(),
  note text,
  note_number text,
  number bigint not null,
  payer_name text not null,
  payer_tax_id text not null,
  replaced_at timestamp with time zone,
  replaces uuid,
  requested_by uuid not null,
  reservation_id uuid not null,
  series integer not null,
  state text not null,
  tries integer not null default 0,
  constraint issued_invoices_access_key_check CHECK ((access_key ~ '^[0-9]{50}$'::text)),
  constraint issued_invoices_amount_cents_check CHECK ((amount_cents > 0)),
  constraint issued_invoices_authorised CHECK ((num_nonnulls(access_key, note_number, note, look_up_url, authorised_at) =
CASE
    WHEN (state = ANY (ARRAY['authorised'::text, 'cancelled'::text, 'replaced'::text])) THEN 5
    ELSE 0
END)),
  constraint issued_invoices_cancelled CHECK ((((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)) AND
CASE state
    WHEN 'cancelled'::text THEN (cancellation_event IS NOT NULL)
    WHEN 'replaced'::text THEN true
    ELSE (cancellation_event IS NULL)
END AND ((cancellation IS NULL) = (cancellation_requested_at IS NULL)) AND ((cancellation IS NULL) OR (state = ANY (ARRAY['authorised'::text, 'cancelled'::text, 'replaced'::text]))))),
  constraint issued_invoices_declaration_id_check CHECK ((declaration_id ~ '^DPS[0-9]{42}$'::text)),
  constraint issued_invoices_description_check CHECK ((char_length(description) <= 2000)),
  constraint issued_invoices_environment_check CHECK ((environment = ANY (ARRAY['1'::text, '2'::text]))),
  constraint issued_invoices_messages_check CHECK ((jsonb_typeof(messages) = 'array'::text)),
  constraint issued_invoices_note_number_check CHECK ((note_number ~ '^[0-9]{1,13}$'::text)),
  constraint issued_invoices_number_check CHECK (((number >= 1) AND (number <= '999999999999999'::bigint))),
  constraint issued_invoices_one_each UNIQUE (declaration_id),
  constraint issued_invoices_one_key UNIQUE (access_key),
  constraint issued_invoices_open CHECK (((next_try_at IS NOT NULL) = ((state = 'sent'::text) OR ((state = 'authorised'::text) AND (cancellation IS NOT NULL))))),
  constraint issued_invoices_payer_name_check CHECK ((char_length(payer_name) <= 300)),
  constraint issued_invoices_payer_tax_id_check CHECK ((payer_tax_id ~ '^([0-9]{11}|[0-9]{14})?$'::text)),
  constraint issued_invoices_pkey PRIMARY KEY (id),
  constraint issued_invoices_replaced CHECK (((state = 'replaced'::text) = (replaced_at IS NOT NULL))),
  constraint issued_invoices_replaces_another CHECK ((replaces <> id)),
  constraint issued_invoices_replaces_fkey FOREIGN KEY (replaces) REFERENCES issued_invoices(id),
  constraint issued_invoices_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint issued_invoices_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint issued_invoices_series_check CHECK (((series >= 1) AND (series <= 49999))),
  constraint issued_invoices_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'authorised'::text, 'rejected'::text, 'cancelled'::text, 'replaced'::text])))
);
CREATE INDEX issued_invoices_by_reservation ON public.issued_invoices USING btree (reservation_id);
CREATE INDEX issued_invoices_due ON public.issued_invoices USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE UNIQUE INDEX issued_invoices_one_open ON public.issued_invoices USING btree (reservation_id, environment) WHERE (state = 'sent'::text);
CREATE UNIQUE INDEX issued_invoices_one_replacement ON public.issued_invoices USING btree (replaces) WHERE (state <> 'rejected'::text);
CREATE TRIGGER issued_invoices_are_final BEFORE DELETE ON public.issued_invoices FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER issued_invoices_stay BEFORE UPDATE ON public.issued_invoices FOR EACH ROW EXECUTE FUNCTION keep_issued_invoice();

create table link_requests (
  asked_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  id uuid not null,
  input jsonb,
  is_confirmed boolean,
  made_by uuid not null,
  name text not null,
  person_id uuid,
  reservation_id uuid not null,
  constraint link_requests_check CHECK (((decided_at IS NULL) = (is_confirmed IS NULL))),
  constraint link_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint link_requests_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint link_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint link_requests_pkey PRIMARY KEY (id),
  constraint link_requests_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);
CREATE INDEX link_requests_of_reservation_idx ON public.link_requests USING btree (reservation_id, asked_at DESC);
CREATE UNIQUE INDEX link_requests_open_idx ON public.link_requests USING btree (reservation_id, name) WHERE (decided_at IS NULL);

create table message_wordings (
  key text not null,
  subject text not null,
  text text not null,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  version integer not null default nextval('message_wording_versions'::regclass),
  constraint message_wordings_pkey PRIMARY KEY (key),
  constraint message_wordings_text_check CHECK ((text <> ''::text)),
  constraint message_wordings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

create table minor_statements (
  means text not null,
  name text not null,
  recorded_by uuid,
  reservation_id uuid not null,
  stated_at timestamp with time zone not null default now(),
  version text not null,
  constraint minor_statements_means_check CHECK ((means = ANY (ARRAY['account'::text, 'payer_link'::text, 'companion_link'::text, 'phone'::text]))),
  constraint minor_statements_name_check CHECK ((name <> ''::text)),
  constraint minor_statements_pkey PRIMARY KEY (reservation_id),
  constraint minor_statements_recorded CHECK (((recorded_by IS NULL) = (means = 'companion_link'::text))),
  constraint minor_statements_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint minor_statements_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);

create table operator (
  accent_color text not null default '#0b7285'::text,
  address text not null default ''::text,
  balance_due_hours integer not null default 48,
  bank_check_minutes integer not null default 60,
  cadastur text not null default ''::text,
  cancellation_policy_html text not null default ''::text,
  card_permille integer not null default 0,
  city text not null default ''::text,
  client_idle_minutes integer not null default 0,
  cnpj text not null default ''::text,
  contact_html text not null default ''::text,
  contract_text text not null default ''::text,
  email text not null default ''::text,
  erase_idle_years smallint,
  has_card_provider boolean not null default false,
  has_payment_provider boolean not null default false,
  hero_text text not null default ''::text,
  hold_minutes integer not null default 1440,
  instalment_grace_days integer not null default 3,
  last_moment_minutes integer not null default 120,
  legal_name text not null default ''::text,
  list_days integer not null default 90,
  logo_height integer,
  logo_id uuid,
  logo_width integer,
  name text not null,
  offer_minutes integer not null default 240,
  only_row boolean not null default true,
  opening_hours text not null default 'Segunda à sexta de 09h às 18h'::text,
  overdue_release_days integer not null default 15,
  pause_minutes integer not null default 60,
  permissions_notice boolean not null default false,
  phone text not null default ''::text,
  pix_key text not null default ''::text,
  pix_permille integer not null default 0,
  privacy_contact text not null default ''::text,
  privacy_controller text not null default ''::text,
  provider_issuers text[] not null default '{}'::text[],
  provider_names text[] not null default '{}'::text[],
  receipt_days integer not null default 90,
  refund_days integer not null default 10,
  releases_overdue boolean not null default false,
  request_minutes integer not null default 1440,
  require_confirmed_email boolean not null default true,
  require_two_factor boolean not null default false,
  sells_gift_cards boolean not null default false,
  shortest_hold_minutes integer not null default 30,
  social_label text not null default ''::text,
  social_url text not null default ''::text,
  staff_idle_minutes integer not null default 30,
  state text not null default ''::text,
  tagline text not null default ''::text,
  time_zone text not null default 'America/Sao_Paulo'::text,
  transfer_hours integer not null default 48,
  unpaid_places integer not null default 40,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  whatsapp text not null default ''::text,
  withdrawal_days integer not null default 7,
  withdrawal_right boolean not null default true,
  constraint operator_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint operator_balance_due_hours_check CHECK ((balance_due_hours >= 1)),
  constraint operator_bank_check_minutes_check CHECK ((bank_check_minutes >= 1)),
  constraint operator_card_permille_check CHECK (((card_permille >= '-200'::integer) AND (card_permille <= 200))),
  constraint operator_client_idle_minutes_check CHECK (((client_idle_minutes >= 0) AND (client_idle_minutes <= 1440))),
  constraint operator_erase_idle_years CHECK (((erase_idle_years >= 2) AND (erase_idle_years <= 10))),
  constraint operator_hold_minutes_check CHECK ((hold_minutes >= 1)),
  constraint operator_instalment_grace_days_check CHECK (((instalment_grace_days >= 1) AND (instalment_grace_days <= 60))),
  constraint operator_last_moment_minutes_check CHECK ((last_moment_minutes >= 1)),
  constraint operator_list_days_check CHECK (((list_days >= 1) AND (list_days <= 365))),
  constraint operator_logo_is_whole CHECK ((num_nulls(logo_id, logo_width, logo_height) = ANY (ARRAY[0, 3]))),
  constraint operator_offer_minutes_check CHECK ((offer_minutes >= 1)),
  constraint operator_only_row_check CHECK (only_row),
  constraint operator_overdue_release_days_check CHECK (((overdue_release_days >= 1) AND (overdue_release_days <= 365))),
  constraint operator_pause_minutes_check CHECK ((pause_minutes >= 1)),
  constraint operator_pix_permille_check CHECK (((pix_permille >= '-200'::integer) AND (pix_permille <= 200))),
  constraint operator_pkey PRIMARY KEY (only_row),
  constraint operator_receipt_days_check CHECK ((receipt_days >= 1)),
  constraint operator_refund_days_check CHECK ((refund_days >= 1)),
  constraint operator_request_minutes_check CHECK ((request_minutes >= 1)),
  constraint operator_shortest_hold_minutes_check CHECK ((shortest_hold_minutes >= 1)),
  constraint operator_staff_idle_minutes_check CHECK (((staff_idle_minutes >= 0) AND (staff_idle_minutes <= 1440))),
  constraint operator_transfer_hours_check CHECK ((transfer_hours >= 1)),
  constraint operator_unpaid_places_check CHECK ((unpaid_places >= 1)),
  constraint operator_withdrawal_days_check CHECK ((withdrawal_days >= 1))
);
CREATE TRIGGER operator_tells_change AFTER UPDATE ON public.operator FOR EACH STATEMENT EXECUTE FUNCTION tell_operator_change();

create table participant_links (
  created_at timestamp with time zone not null default now(),
  made_by uuid,
  participant_id uuid not null,
  token_hash text not null,
  constraint participant_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint participant_links_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  constraint participant_links_pkey PRIMARY KEY (participant_id),
  constraint participant_links_token_key UNIQUE (token_hash)
);

create table participants (
  birthdate date,
  boarded_at timestamp with time zone,
  boarding_point_id uuid,
  companion_id uuid,
  contact text,
  cpf text,
  created_at timestamp with time zone not null default now(),
  document_issuer text,
  document_number text,
  document_type text not null default 'rg'::text,
  fare_id uuid not null,
  fare_label text not null,
  held_deposit_cents integer,
  held_until timestamp with time zone,
  id uuid not null,
  is_active boolean not null,
  let_go_until timestamp with time zone,
  missed_at timestamp with time zone,
  name text not null default ''::text,
  notes text,
  position integer not null,
  removed_at timestamp with time zone,
  reservation_id uuid not null,
  search_text text generated always as (searchable(((((name || ' '::text) || COALESCE(cpf, ''::text)) || ' '::text) || COALESCE(contact, ''::text)))),
  seat text,
  sort_name text generated always as (searchable(name)),
  stands boolean not null default false,
  takes_place boolean not null,
  trip_id uuid not null,
  trip_vehicle_id uuid,
  updated_at timestamp with time zone not null default now(),
  user_id uuid,
  constraint participants_companion_of_reservation FOREIGN KEY (companion_id, reservation_id) REFERENCES participants(id, reservation_id) DEFERRABLE INITIALLY DEFERRED,
  constraint participants_fare_of_trip FOREIGN KEY (fare_id, trip_id) REFERENCES trip_fares(id, trip_id) DEFERRABLE INITIALLY DEFERRED,
  constraint participants_in_reservation_key UNIQUE (id, reservation_id),
  constraint participants_of_reservation FOREIGN KEY (reservation_id, trip_id, is_active) REFERENCES reservations(id, trip_id, is_active) ON UPDATE CASCADE,
  constraint participants_party TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint participants_party_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint participants_pkey PRIMARY KEY (id),
  constraint participants_position_key UNIQUE (reservation_id, "position"),
  constraint participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint participants_vehicle_of_trip FOREIGN KEY (trip_vehicle_id, trip_id) REFERENCES trip_vehicles(id, trip_id)
);
CREATE INDEX participants_fare_idx ON public.participants USING btree (fare_id);
CREATE INDEX participants_held_idx ON public.participants USING btree (held_until) INCLUDE (reservation_id) WHERE ((held_until IS NOT NULL) AND (removed_at IS NULL) AND is_active);
CREATE INDEX participants_of_trip_idx ON public.participants USING btree (trip_id, is_active, sort_name, id) WHERE (removed_at IS NULL);
CREATE INDEX participants_search_idx ON public.participants USING gin (search_text gin_trgm_ops) WHERE ((user_id IS NULL) AND (removed_at IS NULL) AND (search_text <> '  '::text));
CREATE INDEX participants_user_idx ON public.participants USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX participants_with_notes_idx ON public.participants USING btree (trip_id) WHERE (notes IS NOT NULL);
CREATE UNIQUE INDEX participants_one_child_per_lap ON public.participants USING btree (companion_id) WHERE ((NOT takes_place) AND (removed_at IS NULL));
CREATE UNIQUE INDEX participants_one_cpf_per_trip ON public.participants USING btree (trip_id, cpf) WHERE (is_active AND (removed_at IS NULL) AND (cpf IS NOT NULL));
CREATE UNIQUE INDEX participants_one_per_seat ON public.participants USING btree (trip_vehicle_id, seat) WHERE (seat IS NOT NULL);
CREATE UNIQUE INDEX participants_one_person_per_trip ON public.participants USING btree (trip_id, user_id) WHERE (is_active AND (removed_at IS NULL) AND (user_id IS NOT NULL));
CREATE TRIGGER participants_are_final BEFORE DELETE ON public.participants FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER participants_attendance_by_taps BEFORE UPDATE OF boarded_at, missed_at ON public.participants FOR EACH ROW WHEN ((((new.boarded_at IS NOT NULL) AND (new.boarded_at IS DISTINCT FROM old.boarded_at)) OR ((new.missed_at IS NOT NULL) AND (new.missed_at IS DISTINCT FROM old.missed_at)))) EXECUTE FUNCTION refuse_direct_attendance();
CREATE TRIGGER participants_boarding_point_of_trip BEFORE INSERT OR UPDATE OF boarding_point_id, trip_id ON public.participants FOR EACH ROW WHEN ((new.boarding_point_id IS NOT NULL)) EXECUTE FUNCTION refuse_foreign_boarding_point();
CREATE TRIGGER participants_clear_unseated_flag BEFORE UPDATE OF seat ON public.participants FOR EACH ROW WHEN ((new.stands AND (new.seat IS NOT NULL))) EXECUTE FUNCTION clear_unseated_flag();
CREATE TRIGGER participants_free_seat BEFORE UPDATE ON public.participants FOR EACH ROW WHEN ((((old.seat IS NOT NULL) OR old.stands) AND ((NOT new.is_active) OR (new.removed_at IS NOT NULL) OR (NOT new.takes_place) OR (new.trip_id <> old.trip_id)))) EXECUTE FUNCTION free_seat();
CREATE CONSTRAINT TRIGGER participants_party AFTER INSERT ON public.participants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_party();
CREATE CONSTRAINT TRIGGER participants_party_changed AFTER UPDATE ON public.participants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((old.reservation_id IS DISTINCT FROM new.reservation_id) OR (old.trip_id IS DISTINCT FROM new.trip_id)) OR (old.takes_place IS DISTINCT FROM new.takes_place)) OR (old.removed_at IS DISTINCT FROM new.removed_at)) OR (old.companion_id IS DISTINCT FROM new.companion_id)) OR (old.birthdate IS DISTINCT FROM new.birthdate))) EXECUTE FUNCTION check_party();
CREATE TRIGGER participants_seat_of_vehicle BEFORE INSERT OR UPDATE OF trip_vehicle_id, seat ON public.participants FOR EACH ROW WHEN ((new.seat IS NOT NULL)) EXECUTE FUNCTION refuse_unknown_seat();
CREATE TRIGGER participants_within_rules BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION keep_rules_of_participant();

create table privacy_notices (
  content jsonb not null,
  since timestamp with time zone not null default now(),
  version text not null,
  constraint privacy_notices_pkey PRIMARY KEY (version)
);

create table privacy_notices_shown (
  id uuid not null default gen_random_uuid(),
  participant_id uuid,
  shown_at timestamp with time zone not null default now(),
  user_id uuid,
  version text not null,
  constraint privacy_notices_shown_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  constraint privacy_notices_shown_pkey PRIMARY KEY (id),
  constraint privacy_notices_shown_to_one CHECK ((num_nonnulls(user_id, participant_id) = 1)),
  constraint privacy_notices_shown_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint privacy_notices_shown_version_fkey FOREIGN KEY (version) REFERENCES privacy_notices(version)
);
CREATE INDEX privacy_notices_shown_participant ON public.privacy_notices_shown USING btree (participant_id) WHERE (participant_id IS NOT NULL);
CREATE UNIQUE INDEX privacy_notices_shown_once ON public.privacy_notices_shown USING btree (user_id, participant_id, version) NULLS NOT DISTINCT;

create table provider_polls (
  asked_at timestamp with time zone,
  noticed_at timestamp with time zone,
  polled_until timestamp with time zone not null,
  provider text not null,
  two_days_at timestamp with time zone,
  week_at timestamp with time zone,
  constraint provider_polls_pkey PRIMARY KEY (provider),
  constraint provider_polls_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text))
);

create table push_devices (
  auth text not null,
  created_at timestamp with time zone not null default now(),
  endpoint text not null,
  p256dh text not null,
  user_id uuid not null,
  constraint push_devices_pkey PRIMARY KEY (endpoint),
  constraint push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_devices_of_user_idx ON public.push_devices USING btree (user_id, created_at);

create table rate_limits (
  attempts integer not null,
  key text not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_resets_idx ON public.rate_limits USING btree (resets_at);

create table readiness (
  at timestamp with time zone not null,
  only_row boolean not null default true,
  constraint readiness_only_row_check CHECK (only_row),
  constraint readiness_pkey PRIMARY KEY (only_row)
);

create table receipts (
  charge_id uuid,
  content_type text not null,
  created_at timestamp with time zone not null default now(),
  file_deleted_at timestamp with time zone,
  id uuid not null,
  is_readable boolean not null default true,
  reason text not null default ''::text,
  reservation_id uuid not null,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  sha256 text not null,
  size_bytes integer not null,
  state text not null default 'submitted'::text,
  submitted_by uuid not null,
  transfer_id uuid,
  constraint receipts_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint receipts_content_type_check CHECK ((content_type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text]))),
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_rejected_why CHECK (((state <> 'rejected'::text) OR (reason <> ''::text))),
  constraint receipts_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint receipts_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint receipts_reviewed_when CHECK (((state = 'submitted'::text) = (reviewed_at IS NULL))),
  constraint receipts_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint receipts_size_bytes_check CHECK ((size_bytes > 0)),
  constraint receipts_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'accepted'::text, 'rejected'::text]))),
  constraint receipts_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id),
  constraint receipts_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX receipts_of_reservation_idx ON public.receipts USING btree (reservation_id, created_at);
CREATE INDEX receipts_reviewed_idx ON public.receipts USING btree (state, reviewed_at DESC, id) WHERE (state <> 'submitted'::text);
CREATE INDEX receipts_sha256_idx ON public.receipts USING btree (sha256);
CREATE INDEX receipts_submitted_idx ON public.receipts USING btree (created_at, id) WHERE (state = 'submitted'::text);
CREATE INDEX receipts_with_file_idx ON public.receipts USING btree (reservation_id) WHERE (file_deleted_at IS NULL);
CREATE UNIQUE INDEX receipts_one_submitted_per_reservation ON public.receipts USING btree (reservation_id) WHERE (state = 'submitted'::text);

create table refunds (
  amount_cents integer not null,
  created_at timestamp with time zone not null default now(),
  decided_by uuid,
  id uuid not null,
  notified_at timestamp with time zone,
  paid_at timestamp with time zone,
  pix_key text not null default ''::text,
  pix_key_changed_at timestamp with time zone,
  pix_key_changed_by uuid,
  promised_for date not null,
  provider_reference text,
  reason text not null,
  reservation_id uuid not null,
  returned_entry uuid,
  state text not null default 'due'::text,
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint refunds_money TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint refunds_paid_when CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint refunds_pix_key_changed_by_fkey FOREIGN KEY (pix_key_changed_by) REFERENCES users(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_reference_key UNIQUE (provider_reference),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'expired'::text, 'overpaid'::text]))),
  constraint refunds_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint refunds_returned_entry_fkey FOREIGN KEY (returned_entry) REFERENCES transfers(id) DEFERRABLE INITIALLY DEFERRED,
  constraint refunds_sent_as CHECK (((state <> 'sent'::text) OR ((provider_reference IS NOT NULL) AND (returned_entry IS NOT NULL)))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sent'::text, 'paid'::text])))
);
CREATE INDEX refunds_of_reservation_idx ON public.refunds USING btree (reservation_id, created_at);
CREATE INDEX refunds_open_idx ON public.refunds USING btree (promised_for, id) WHERE (state = ANY (ARRAY['due'::text, 'sent'::text]));
CREATE INDEX refunds_paid_idx ON public.refunds USING btree (paid_at DESC, id) INCLUDE (amount_cents) WHERE (state = 'paid'::text);
CREATE UNIQUE INDEX refunds_one_due_per_reservation ON public.refunds USING btree (reservation_id) WHERE (state = 'due'::text);
CREATE CONSTRAINT TRIGGER refunds_money AFTER INSERT OR DELETE OR UPDATE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_money();
CREATE TRIGGER refunds_sent_are_final BEFORE DELETE OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_refund();

create table reservation_email_codes (
  code text,
  created_at timestamp with time zone not null default now(),
  email text not null,
  failures smallint not null default 0,
  reservation_id uuid not null,
  constraint reservation_email_codes_code_check CHECK ((code ~ '^\d{6}$'::text)),
  constraint reservation_email_codes_email_check CHECK ((length(email) <= 254)),
  constraint reservation_email_codes_pkey PRIMARY KEY (reservation_id),
  constraint reservation_email_codes_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);

create table reservation_emails (
  about jsonb,
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  kind text not null,
  not_by_chat text,
  others uuid[] not null default '{}'::uuid[],
  recipient text not null,
  reservation_id uuid not null,
  settled_at timestamp with time zone,
  state text not null default 'queued'::text,
  subject text not null,
  constraint reservation_emails_not_by_chat_check CHECK ((not_by_chat = ANY (ARRAY['template'::text, 'budget'::text, 'number'::text, 'stopped'::text, 'undelivered'::text]))),
  constraint reservation_emails_pkey PRIMARY KEY (id),
  constraint reservation_emails_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint reservation_emails_settled_when CHECK (((state = 'queued'::text) = (settled_at IS NULL))),
  constraint reservation_emails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'needless'::text, 'discarded'::text, 'by_whatsapp'::text])))
);
CREATE INDEX reservation_emails_of_others_idx ON public.reservation_emails USING gin (others) WHERE (others <> '{}'::uuid[]);
CREATE INDEX reservation_emails_of_reservation_idx ON public.reservation_emails USING btree (reservation_id, id);

create table reservation_lines (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  ended_at timestamp with time zone,
  id uuid not null,
  is_refundable boolean not null default true,
  kind text not null,
  label text not null,
  participant_id uuid,
  quantity integer not null default 1,
  reservation_id uuid not null,
  source_id uuid not null,
  unit_cents integer not null,
  constraint reservation_lines_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint reservation_lines_of_participant FOREIGN KEY (participant_id, reservation_id) REFERENCES participants(id, reservation_id),
  constraint reservation_lines_party TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint reservation_lines_party_ended TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint reservation_lines_pkey PRIMARY KEY (reservation_id, id),
  constraint reservation_lines_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE INDEX reservation_lines_of_discount ON public.reservation_lines USING btree (source_id) WHERE (kind = 'discount'::text);
CREATE INDEX reservation_lines_of_extra ON public.reservation_lines USING btree (source_id) WHERE (kind = 'extra'::text);
CREATE INDEX reservation_lines_of_room ON public.reservation_lines USING btree (source_id) WHERE (kind = 'room'::text);
CREATE UNIQUE INDEX reservation_lines_one_bed ON public.reservation_lines USING btree (participant_id) WHERE ((kind = 'room'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX reservation_lines_one_fare ON public.reservation_lines USING btree (reservation_id, participant_id) WHERE ((kind = 'fare'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX reservation_lines_one_part ON public.reservation_lines USING btree (reservation_id, source_id, participant_id, unit_cents, is_refundable) NULLS NOT DISTINCT WHERE ((kind <> 'fare'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX reservation_lines_one_per_payment ON public.reservation_lines USING btree (source_id) WHERE (kind = 'payment_adjustment'::text);
CREATE TRIGGER reservation_lines_are_final BEFORE UPDATE ON public.reservation_lines FOR EACH ROW WHEN ((((old.ended_at IS NOT NULL) OR (new.ended_at IS NULL) OR (((((((((old.id IS DISTINCT FROM new.id) OR (old.reservation_id IS DISTINCT FROM new.reservation_id)) OR (old.participant_id IS DISTINCT FROM new.participant_id)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.label IS DISTINCT FROM new.label)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.unit_cents IS DISTINCT FROM new.unit_cents)) OR (old.source_id IS DISTINCT FROM new.source_id)) OR (old.is_refundable IS DISTINCT FROM new.is_refundable))) AND (NOT is_erasure(to_jsonb(old.*), to_jsonb(new.*), '{label}'::text[])))) EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER reservation_lines_count_rooms AFTER INSERT ON public.reservation_lines FOR EACH ROW WHEN ((new.kind = 'room'::text)) EXECUTE FUNCTION count_rooms();
CREATE TRIGGER reservation_lines_count_sold AFTER INSERT ON public.reservation_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION count_sold_lines();
CREATE TRIGGER reservation_lines_of_payment BEFORE INSERT ON public.reservation_lines FOR EACH ROW WHEN ((new.kind = 'payment_adjustment'::text)) EXECUTE FUNCTION keep_adjustment_of_payment();
CREATE CONSTRAINT TRIGGER reservation_lines_party AFTER INSERT ON public.reservation_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind <> 'fare'::text)) EXECUTE FUNCTION check_party();
CREATE CONSTRAINT TRIGGER reservation_lines_party_ended AFTER UPDATE ON public.reservation_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_party();
CREATE TRIGGER reservation_lines_release_coupon AFTER UPDATE ON public.reservation_lines FOR EACH ROW WHEN (((new.kind = 'discount'::text) AND (old.ended_at IS NULL))) EXECUTE FUNCTION count_coupon_line();
CREATE TRIGGER reservation_lines_release_extra AFTER UPDATE ON public.reservation_lines FOR EACH ROW WHEN (((new.kind = 'extra'::text) AND (old.ended_at IS NULL))) EXECUTE FUNCTION count_extra();
CREATE TRIGGER reservation_lines_release_rooms AFTER UPDATE ON public.reservation_lines FOR EACH ROW WHEN (((new.kind = 'room'::text) AND (old.ended_at IS NULL))) EXECUTE FUNCTION count_rooms();
CREATE TRIGGER reservation_lines_stay BEFORE DELETE ON public.reservation_lines FOR EACH ROW EXECUTE FUNCTION refuse_deletion();
CREATE TRIGGER reservation_lines_within_rules BEFORE INSERT OR UPDATE ON public.reservation_lines FOR EACH ROW EXECUTE FUNCTION keep_rules_of_line();

create table reservation_link_attempts (
  failures integer not null default 0,
  locked_until timestamp with time zone,
  reservation_id uuid not null,
  constraint reservation_link_attempts_failures_check CHECK ((failures >= 0)),
  constraint reservation_link_attempts_pkey PRIMARY KEY (reservation_id),
  constraint reservation_link_attempts_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);

create table reservation_link_devices (
  auth text not null,
  created_at timestamp with time zone not null default now(),
  endpoint text not null,
  p256dh text not null,
  reservation_id uuid not null,
  constraint reservation_link_devices_pkey PRIMARY KEY (reservation_id, endpoint),
  constraint reservation_link_devices_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);
CREATE INDEX reservation_link_devices_endpoint_idx ON public.reservation_link_devices USING btree (endpoint);

create table reservation_link_proofs (
  code text,
  created_at timestamp with time zone not null default now(),
  email text not null,
  failures smallint not null default 0,
  reservation_id uuid not null,
  constraint reservation_link_proofs_code_check CHECK ((code ~ '^\d{6}$'::text)),
  constraint reservation_link_proofs_email_check CHECK ((length(email) <= 254)),
  constraint reservation_link_proofs_pkey PRIMARY KEY (reservation_id),
  constraint reservation_link_proofs_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);

create table reservation_links (
  created_at timestamp with time zone not null default now(),
  made_by uuid,
  reservation_id uuid not null,
  token_hash text not null,
  constraint reservation_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint reservation_links_pkey PRIMARY KEY (token_hash),
  constraint reservation_links_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE
);
CREATE INDEX reservation_links_of_reservation_idx ON public.reservation_links USING btree (reservation_id);

create table reservation_notes (
  author_id uuid not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  id uuid not null,
  reservation_id uuid not null,
  text text not null,
  constraint reservation_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint reservation_notes_pkey PRIMARY KEY (id),
  constraint reservation_notes_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint reservation_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
CREATE INDEX reservation_notes_of_reservation_idx ON public.reservation_notes USING btree (reservation_id, id);

create table reservation_rooms (
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  position integer not null,
  reservation_id uuid not null,
  room_type_id uuid not null,
  share text,
  share_with text,
  single_at timestamp with time zone,
  warned_at timestamp with time zone,
  constraint reservation_rooms_pkey PRIMARY KEY (id),
  constraint reservation_rooms_position_check CHECK (("position" >= 0)),
  constraint reservation_rooms_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint reservation_rooms_room_type_id_fkey FOREIGN KEY (room_type_id) REFERENCES trip_room_types(id),
  constraint reservation_rooms_share_check CHECK ((share = ANY (ARRAY['women'::text, 'men'::text, 'any'::text]))),
  constraint reservation_rooms_share_with_check CHECK (((length(share_with) >= 1) AND (length(share_with) <= 80))),
  constraint reservation_rooms_share_with_somebody CHECK (((share IS NOT NULL) OR (share_with IS NULL)))
);
CREATE INDEX reservation_rooms_of_reservation ON public.reservation_rooms USING btree (reservation_id);
CREATE INDEX reservation_rooms_of_type ON public.reservation_rooms USING btree (room_type_id);
CREATE TRIGGER reservation_rooms_counted AFTER INSERT ON public.reservation_rooms FOR EACH ROW EXECUTE FUNCTION refuse_uncounted_room();
CREATE TRIGGER reservation_rooms_stay BEFORE UPDATE ON public.reservation_rooms FOR EACH ROW WHEN (((((old.id IS DISTINCT FROM new.id) OR (old.reservation_id IS DISTINCT FROM new.reservation_id)) OR (old.room_type_id IS DISTINCT FROM new.room_type_id)) OR (old.share IS DISTINCT FROM new.share))) EXECUTE FUNCTION keep_room();

create table reservation_state_transitions (
  from_state text not null,
  to_state text not null,
  constraint reservation_state_transitions_from_state_fkey FOREIGN KEY (from_state) REFERENCES reservation_states(state),
  constraint reservation_state_transitions_pkey PRIMARY KEY (from_state, to_state),
  constraint reservation_state_transitions_to_state_fkey FOREIGN KEY (to_state) REFERENCES reservation_states(state)
);

create table reservation_states (
  holds_places boolean not null,
  state text not null,
  constraint reservation_states_pkey PRIMARY KEY (state)
);

create table reservation_tags (
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  id uuid not null,
  key text not null generated always as (searchable(label)),
  label text not null,
  position integer not null,
  reservation_id uuid not null,
  constraint reservation_tags_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint reservation_tags_label_check CHECK (((label = btrim(label)) AND ((length(label) >= 1) AND (length(label) <= 30)))),
  constraint reservation_tags_once UNIQUE (reservation_id, key),
  constraint reservation_tags_pkey PRIMARY KEY (id),
  constraint reservation_tags_position UNIQUE (reservation_id, "position"),
  constraint reservation_tags_position_check CHECK ((("position" >= 1) AND ("position" <= 10))),
  constraint reservation_tags_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);
CREATE INDEX reservation_tags_key_idx ON public.reservation_tags USING btree (key, reservation_id);

create table reservations (
  accepted_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  answered_at timestamp with time zone,
  answered_by uuid,
  cancellation_reason text not null default ''::text,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  card_review_at timestamp with time zone,
  card_review_cents integer not null default 0,
  channel text not null,
  choose_until timestamp with time zone,
  client_network text,
  clock_stopped_at timestamp with time zone,
  code text not null,
  commission_rule jsonb,
  coupon_id uuid,
  created_at timestamp with time zone not null default now(),
  credited_cents integer not null default 0,
  deposit_cents integer not null,
  first_touch jsonb,
  guide_cents integer not null default 0,
  has_rooms boolean not null default false,
  hold_expires_at timestamp with time zone,
  hold_warned_at timestamp with time zone,
  id uuid not null,
  instalment_reminded_at timestamp with time zone,
  instalment_reminder text,
  instalments jsonb,
  is_active boolean not null generated always as ((state = ANY (ARRAY['requested'::text, 'held'::text, 'booked'::text]))),
  last_touch jsonb,
  left_trips uuid[] not null default '{}'::uuid[],
  moved_at timestamp with time zone,
  places integer not null default 1,
  policy jsonb,
  receipt_submitted_at timestamp with time zone,
  received_cents integer not null default 0,
  refund_due_on date,
  refunded_cents integer not null default 0,
  refusal text,
  request_fingerprint text,
  request_key text,
  requested_at timestamp with time zone,
  retained_cents integer not null default 0,
  seller_id uuid,
  seller_way text,
  splits_payment boolean not null default false,
  state text not null,
  total_cents integer not null,
  trip_id uuid not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint reservations_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint reservations_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  constraint reservations_card_review_cents_check CHECK ((card_review_cents >= 0)),
  constraint reservations_code_key UNIQUE (code),
  constraint reservations_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint reservations_guide_cents_check CHECK ((guide_cents >= 0)),
  constraint reservations_money TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint reservations_party TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint reservations_party_key UNIQUE (id, trip_id, is_active),
  constraint reservations_pkey PRIMARY KEY (id),
  constraint reservations_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint reservations_seller_with_way CHECK ((((seller_id IS NULL) = (seller_way IS NULL)) AND ((commission_rule IS NULL) OR (seller_id IS NOT NULL)) AND (seller_way = ANY (ARRAY['link'::text, 'seller'::text, 'coupon'::text, 'staff'::text])))),
  constraint reservations_state_fkey FOREIGN KEY (state) REFERENCES reservation_states(state),
  constraint reservations_touches CHECK ((((first_touch IS NULL) = (last_touch IS NULL)) AND ((first_touch IS NULL) OR (is_touch(first_touch) AND is_touch(last_touch) AND ((first_touch ->> 'at'::text) <= (last_touch ->> 'at'::text)))))),
  constraint reservations_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id),
  constraint reservations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX reservations_cancelled_idx ON public.reservations USING btree (cancelled_at DESC) INCLUDE (received_cents, retained_cents, trip_id) WHERE (state = 'cancelled'::text);
CREATE INDEX reservations_choose_until_idx ON public.reservations USING btree (choose_until) WHERE (choose_until IS NOT NULL);
CREATE INDEX reservations_created_idx ON public.reservations USING btree (created_at);
CREATE INDEX reservations_hold_idx ON public.reservations USING btree (hold_expires_at) INCLUDE (trip_id) WHERE ((state = ANY (ARRAY['requested'::text, 'held'::text])) AND (hold_expires_at IS NOT NULL));
CREATE INDEX reservations_hold_without_warning_idx ON public.reservations USING btree (hold_expires_at) WHERE ((state = 'held'::text) AND (hold_expires_at IS NOT NULL) AND (hold_warned_at IS NULL));
CREATE INDEX reservations_next_instalment ON public.reservations USING btree (next_instalment_at(instalments, deposit_cents, total_cents, received_cents)) WHERE ((instalments IS NOT NULL) AND (state = 'booked'::text) AND (received_cents < total_cents));
CREATE INDEX reservations_of_coupon ON public.reservations USING btree (coupon_id, user_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX reservations_of_coupon_and_trip ON public.reservations USING btree (coupon_id, trip_id) WHERE ((coupon_id IS NOT NULL) AND is_active);
CREATE INDEX reservations_of_person_idx ON public.reservations USING btree (user_id, created_at DESC, id);
CREATE INDEX reservations_of_seller ON public.reservations USING btree (seller_id, trip_id) WHERE (seller_id IS NOT NULL);
CREATE INDEX reservations_of_trip_idx ON public.reservations USING btree (trip_id, created_at, id);
CREATE INDEX reservations_open_idx ON public.reservations USING btree (trip_id) INCLUDE (total_cents, deposit_cents, received_cents, created_at, state, hold_expires_at) WHERE is_active;
CREATE INDEX reservations_requested_idx ON public.reservations USING btree (hold_expires_at) INCLUDE (trip_id, total_cents) WHERE (state = 'requested'::text);
CREATE INDEX reservations_to_return_idx ON public.reservations USING btree (cancelled_at DESC) INCLUDE (received_cents, retained_cents, trip_id) WHERE ((state = ANY (ARRAY['cancelled'::text, 'expired'::text])) AND (received_cents > retained_cents));
CREATE INDEX reservations_unacknowledged_idx ON public.reservations USING btree (created_at) WHERE ((acknowledged_at IS NULL) AND (channel = 'site'::text));
CREATE INDEX reservations_unpaid_network_idx ON public.reservations USING btree (client_network) WHERE (client_network IS NOT NULL);
CREATE INDEX reservations_without_deposit_idx ON public.reservations USING btree (created_at) INCLUDE (trip_id) WHERE ((state = 'held'::text) AND (received_cents < deposit_cents));
CREATE UNIQUE INDEX reservations_one_active_per_payer ON public.reservations USING btree (trip_id, user_id) WHERE (is_active AND (channel = 'site'::text));
CREATE UNIQUE INDEX reservations_request_key ON public.reservations USING btree (user_id, request_key);
CREATE TRIGGER reservations_count_changed_places AFTER UPDATE ON public.reservations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_places();
CREATE TRIGGER reservations_count_coupon AFTER UPDATE ON public.reservations FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION count_coupon_of_reservation();
CREATE TRIGGER reservations_count_deleted_places AFTER DELETE ON public.reservations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_places();
CREATE TRIGGER reservations_count_extras AFTER UPDATE ON public.reservations FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION count_extras_of_reservation();
CREATE TRIGGER reservations_count_new_places AFTER INSERT ON public.reservations FOR EACH ROW WHEN (new.is_active) EXECUTE FUNCTION count_places();
CREATE TRIGGER reservations_count_rooms AFTER UPDATE ON public.reservations FOR EACH ROW WHEN ((new.has_rooms AND ((old.is_active <> new.is_active) OR (old.trip_id <> new.trip_id)))) EXECUTE FUNCTION count_rooms();
CREATE TRIGGER reservations_count_seller AFTER UPDATE OF seller_id ON public.reservations FOR EACH ROW WHEN ((new.is_active AND (old.seller_id IS DISTINCT FROM new.seller_id))) EXECUTE FUNCTION count_places_of_seller();
CREATE TRIGGER reservations_forget_network BEFORE UPDATE OF state, received_cents ON public.reservations FOR EACH ROW WHEN ((new.client_network IS NOT NULL)) EXECUTE FUNCTION forget_network_of_reservation();
CREATE TRIGGER reservations_instalments_within_rules BEFORE INSERT ON public.reservations FOR EACH ROW WHEN ((new.instalments IS NOT NULL)) EXECUTE FUNCTION keep_rules_of_instalments();
CREATE TRIGGER reservations_known_transition BEFORE UPDATE OF state ON public.reservations FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unknown_transition();
CREATE CONSTRAINT TRIGGER reservations_money AFTER UPDATE ON public.reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((new.received_cents IS DISTINCT FROM old.received_cents) OR (new.refunded_cents IS DISTINCT FROM old.refunded_cents)) OR (new.credited_cents IS DISTINCT FROM old.credited_cents)) OR (new.refund_due_on IS DISTINCT FROM old.refund_due_on)) OR ((new.received_cents <> 0) AND (((new.state IS DISTINCT FROM old.state) OR (new.total_cents IS DISTINCT FROM old.total_cents)) OR (new.retained_cents IS DISTINCT FROM old.retained_cents))))) EXECUTE FUNCTION check_money();
CREATE TRIGGER reservations_new_instalments_within_rules BEFORE UPDATE OF instalments ON public.reservations FOR EACH ROW WHEN (((new.instalments IS NOT NULL) AND (new.instalments IS DISTINCT FROM old.instalments))) EXECUTE FUNCTION keep_rules_of_instalments();
CREATE CONSTRAINT TRIGGER reservations_party AFTER INSERT OR UPDATE OF places, total_cents ON public.reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_party();
CREATE TRIGGER reservations_release_coupon AFTER UPDATE ON public.reservations FOR EACH ROW WHEN (((new.coupon_id IS NOT NULL) AND (old.is_active <> new.is_active))) EXECUTE FUNCTION count_coupon_use();
CREATE TRIGGER reservations_start_clock BEFORE UPDATE OF state ON public.reservations FOR EACH ROW WHEN (((new.state = 'held'::text) AND (old.state <> 'held'::text))) EXECUTE FUNCTION start_clock_of_hold();
CREATE TRIGGER reservations_use_coupon AFTER INSERT ON public.reservations FOR EACH ROW WHEN (((new.coupon_id IS NOT NULL) AND new.is_active)) EXECUTE FUNCTION count_coupon_use();
CREATE TRIGGER reservations_within_rules BEFORE INSERT OR UPDATE ON public.reservations FOR EACH ROW EXECUTE FUNCTION keep_rules_of_reservation();

create table review_links (
  created_at timestamp with time zone not null default now(),
  reservation_id uuid not null,
  token_hash text not null,
  constraint review_links_pkey PRIMARY KEY (reservation_id),
  constraint review_links_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE,
  constraint review_links_token_key UNIQUE (token_hash)
);

create table reviews (
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  may_publish boolean not null default false,
  published_at timestamp with time zone,
  reservation_id uuid not null,
  sentence text not null default ''::text,
  stars integer not null,
  trip_id uuid not null,
  updated_at timestamp with time zone not null default now(),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_published_with_consent CHECK (((published_at IS NULL) OR may_publish)),
  constraint reviews_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint reviews_reservation_key UNIQUE (reservation_id),
  constraint reviews_sentence_check CHECK ((length(sentence) <= 500)),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint reviews_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX reviews_newest_idx ON public.reviews USING btree (created_at DESC, id DESC);
CREATE INDEX reviews_of_trip_idx ON public.reviews USING btree (trip_id, created_at DESC, id DESC);
CREATE TRIGGER reviews_checked BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION check_review();

create table role_grants (
  created_at timestamp with time zone not null default now(),
  issuer text not null,
  role text not null,
  subject text not null,
  constraint role_grants_pkey PRIMARY KEY (issuer, subject),
  constraint role_grants_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'OPERATOR'::text, 'GUIDE'::text, 'CLIENT'::text])))
);

create table room_places (
  participant_id uuid not null,
  room_id uuid not null,
  constraint room_places_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  constraint room_places_pkey PRIMARY KEY (participant_id),
  constraint room_places_room_id_fkey FOREIGN KEY (room_id) REFERENCES trip_rooms(id) ON DELETE CASCADE
);
CREATE INDEX room_places_of_room ON public.room_places USING btree (room_id);

create table rooming_lists (
  format text not null,
  id uuid not null,
  people jsonb not null,
  sent_at timestamp with time zone not null default now(),
  sent_by uuid not null,
  trip_id uuid not null,
  constraint rooming_lists_format_check CHECK ((format = ANY (ARRAY['xlsx'::text, 'pdf'::text, 'txt'::text]))),
  constraint rooming_lists_people_check CHECK ((jsonb_typeof(people) = 'object'::text)),
  constraint rooming_lists_pkey PRIMARY KEY (id),
  constraint rooming_lists_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  constraint rooming_lists_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX rooming_lists_of_trip ON public.rooming_lists USING btree (trip_id, sent_at);

create table sellers (
  cadastur text not null default ''::text,
  code text not null,
  contact text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  email text not null default ''::text,
  id uuid not null,
  invited_until timestamp with time zone,
  is_active boolean not null default true,
  kind text not null,
  max_unpaid_places integer not null default 20,
  name text not null,
  note text not null default ''::text,
  pix_key text not null default ''::text,
  pix_key_by_seller_at timestamp with time zone,
  tax_id text not null default ''::text,
  token_hash text,
  user_id uuid,
  version integer not null default 1,
  constraint sellers_code_check CHECK ((code ~ '^[34679ACDEFGHJKMNPQRTVWXY]{7}$'::text)),
  constraint sellers_code_key UNIQUE (code),
  constraint sellers_contact_check CHECK ((contact ~ '^(\+[0-9]{8,15})?$'::text)),
  constraint sellers_invited_once CHECK (((user_id IS NULL) OR (token_hash IS NULL))),
  constraint sellers_invited_until CHECK (((token_hash IS NULL) = (invited_until IS NULL))),
  constraint sellers_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'agency'::text]))),
  constraint sellers_max_unpaid_places_check CHECK ((max_unpaid_places >= 0)),
  constraint sellers_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 120))),
  constraint sellers_one_per_person UNIQUE (user_id),
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_tax_id_check CHECK ((tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})?$'::text)),
  constraint sellers_token_key UNIQUE (token_hash),
  constraint sellers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table series_change_dates (
  before jsonb,
  change_id uuid not null,
  changes jsonb not null default '{}'::jsonb,
  people integer not null default 0,
  position integer not null,
  refusal text,
  reservations integer not null default 0,
  seen_version integer,
  state text not null default 'waiting'::text,
  trip_id uuid not null,
  version integer,
  version_before integer,
  waiting integer not null default 0,
  constraint series_change_dates_change_id_fkey FOREIGN KEY (change_id) REFERENCES series_changes(id),
  constraint series_change_dates_changed_from CHECK (((state = 'changed'::text) = (before IS NOT NULL))),
  constraint series_change_dates_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  constraint series_change_dates_people_check CHECK ((people >= 0)),
  constraint series_change_dates_pkey PRIMARY KEY (change_id, trip_id),
  constraint series_change_dates_position_check CHECK (("position" >= 0)),
  constraint series_change_dates_refused_why CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  constraint series_change_dates_reservations_check CHECK ((reservations >= 0)),
  constraint series_change_dates_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'changed'::text, 'unchanged'::text, 'refused'::text]))),
  constraint series_change_dates_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  constraint series_change_dates_waiting_check CHECK ((waiting >= 0))
);
CREATE INDEX series_change_dates_of_trip_idx ON public.series_change_dates USING btree (trip_id);

create table series_changes (
  accepts_overlap boolean not null default false,
  actor jsonb,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  edited_on uuid,
  fields jsonb not null,
  id uuid not null,
  message text,
  notified_at timestamp with time zone,
  ordinal bigint not null generated as identity,
  payers integer not null default 0,
  series_id uuid not null,
  undoes uuid,
  constraint series_changes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint series_changes_edited_on_fkey FOREIGN KEY (edited_on) REFERENCES trips(id) ON DELETE SET NULL,
  constraint series_changes_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
  constraint series_changes_payers_check CHECK ((payers >= 0)),
  constraint series_changes_pkey PRIMARY KEY (id),
  constraint series_changes_undoes_fkey FOREIGN KEY (undoes) REFERENCES series_changes(id),
  constraint series_changes_undone_once UNIQUE (undoes)
);
CREATE INDEX series_changes_of_series_idx ON public.series_changes USING btree (series_id, ordinal);
CREATE INDEX series_changes_unfinished_idx ON public.series_changes USING btree (ordinal) WHERE (notified_at IS NULL);

create table settlement_reports (
  cash_exceptions jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  entries uuid[] not null,
  exceptions jsonb not null default '[]'::jsonb,
  figures jsonb not null,
  note text not null default ''::text,
  trip_id uuid not null,
  constraint settlement_reports_cash_is_explained CHECK (((jsonb_typeof(cash_exceptions) = 'array'::text) AND ((jsonb_array_length(cash_exceptions) = 0) OR (note <> ''::text)))),
  constraint settlement_reports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint settlement_reports_exceptions_check CHECK ((jsonb_typeof(exceptions) = 'array'::text)),
  constraint settlement_reports_exceptions_explained CHECK (((jsonb_array_length(exceptions) = 0) OR (note <> ''::text))),
  constraint settlement_reports_note_check CHECK ((length(note) <= 300)),
  constraint settlement_reports_pkey PRIMARY KEY (trip_id),
  constraint settlement_reports_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE TRIGGER settlement_reports_after_return BEFORE INSERT ON public.settlement_reports FOR EACH ROW EXECUTE FUNCTION check_settlement_report();
CREATE TRIGGER settlement_reports_are_final BEFORE DELETE OR UPDATE ON public.settlement_reports FOR EACH ROW EXECUTE FUNCTION refuse_change_of_settlement_report();
CREATE TRIGGER settlement_reports_stay BEFORE TRUNCATE ON public.settlement_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_settlement_report();

create table staff_invitations (
  created_at timestamp with time zone not null default now(),
  email text,
  expires_at timestamp with time zone not null,
  for_hours integer,
  id uuid not null,
  name text not null,
  permissions text[],
  refund_limit_cents integer,
  role text not null,
  token_hash text,
  constraint staff_invitations_for_hours_check CHECK (((for_hours >= 1) AND (for_hours <= 168))),
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_refund_limit_cents_check CHECK ((refund_limit_cents > 0)),
  constraint staff_invitations_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'OPERATOR'::text, 'GUIDE'::text]))),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash)
);

create table statement_lines (
  amount_cents integer not null,
  charge_reference text not null default ''::text,
  description text not null default ''::text,
  doubt text,
  id uuid not null,
  line_key text not null,
  occurred_on date not null,
  payer_name text not null default ''::text,
  position integer not null,
  reference text,
  reservation_id uuid,
  state text not null default 'unmatched'::text,
  statement_id uuid not null,
  transfer_id uuid,
  constraint statement_lines_amount_cents_check CHECK ((amount_cents > 0)),
  constraint statement_lines_confirmed_as CHECK (((state <> 'confirmed'::text) OR (transfer_id IS NOT NULL))),
  constraint statement_lines_doubt_check CHECK ((doubt = ANY (ARRAY['direction'::text, 'reversed'::text, 'repeated'::text]))),
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_position_key UNIQUE (statement_id, "position"),
  constraint statement_lines_proposed_for CHECK (((state <> 'proposed'::text) OR (reservation_id IS NOT NULL))),
  constraint statement_lines_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint statement_lines_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'unmatched'::text, 'counted'::text, 'confirmed'::text]))),
  constraint statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id) ON DELETE CASCADE,
  constraint statement_lines_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE UNIQUE INDEX statement_lines_entry_once ON public.statement_lines USING btree (transfer_id) WHERE (state = 'confirmed'::text);

create table statements (
  created_at timestamp with time zone not null default now(),
  filename text not null,
  format text not null,
  id uuid not null,
  imported_by uuid not null,
  left_out jsonb not null default '{}'::jsonb,
  unread_rows integer not null default 0,
  constraint statements_format_check CHECK ((format = ANY (ARRAY['ofx'::text, 'csv'::text]))),
  constraint statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint statements_pkey PRIMARY KEY (id)
);

create table sweep_runs (
  name text not null,
  succeeded_at timestamp with time zone not null,
  constraint sweep_runs_name_check CHECK ((name ~ '^[a-z_-]{1,80}$'::text)),
  constraint sweep_runs_pkey PRIMARY KEY (name)
);

create table transfers (
  amount_cents integer not null,
  charge_id uuid,
  commission_of uuid,
  direction text not null generated always as (
CASE
    WHEN (kind = ANY (ARRAY['refund'::text, 'reversal_out'::text, 'chargeback'::text, 'sale_refund'::text, 'sale_chargeback'::text])) THEN 'out'::text
    ELSE 'in'::text
END),
  fee_cents integer,
  from_account uuid not null,
  id uuid not null,
  kind text not null,
  method text,
  note text not null default ''::text,
  occurred_at timestamp with time zone not null default now(),
  payer_name text not null default ''::text,
  provider text,
  recorded_at timestamp with time zone not null default now(),
  recorded_by uuid,
  recorded_via text not null default 'person'::text,
  records_again uuid,
  reference text,
  refund_id uuid,
  reservation_id uuid generated always as (
CASE
    WHEN (kind = ANY (ARRAY['deposit'::text, 'balance'::text, 'full'::text, 'extra'::text, 'reversal_in'::text])) THEN to_account
    WHEN (kind = ANY (ARRAY['refund'::text, 'reversal_out'::text, 'chargeback'::text])) THEN from_account
    ELSE NULL::uuid
END),
  reverses uuid,
  settles_on date,
  statement_id uuid,
  to_account uuid not null,
  constraint transfers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint transfers_arrival_has_reference CHECK (((kind <> 'arrival'::text) OR (reference IS NOT NULL))),
  constraint transfers_back_of_sale CHECK (((kind <> ALL (ARRAY['sale_refund'::text, 'sale_chargeback'::text])) OR (charge_id IS NOT NULL))),
  constraint transfers_balance TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint transfers_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint transfers_commission_of CHECK (((kind = ANY (ARRAY['commission'::text, 'commission_end'::text])) = (commission_of IS NOT NULL))),
  constraint transfers_end_adjustment TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint transfers_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint transfers_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'balance'::text, 'full'::text, 'extra'::text, 'refund'::text, 'reversal_out'::text, 'reversal_in'::text, 'chargeback'::text, 'sale'::text, 'sale_refund'::text, 'sale_chargeback'::text, 'revocation'::text, 'reissue'::text, 'credit_move'::text, 'cash_report'::text, 'hand_in'::text, 'report_refusal'::text, 'arrival'::text, 'arrival_end'::text, 'penalty'::text, 'penalty_end'::text, 'commission'::text, 'commission_end'::text, 'commission_payment'::text]))),
  constraint transfers_method_check CHECK ((method = ANY (ARRAY['pix'::text, 'cash'::text, 'card'::text, 'transfer'::text, 'credit'::text, 'gift_card'::text]))),
  constraint transfers_money TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint transfers_of_bank CHECK (((kind <> 'sale_chargeback'::text) OR ((from_account = own_account('kept'::text)) AND (recorded_via = 'provider'::text) AND (reference IS NOT NULL)))),
  constraint transfers_of_statement CHECK (((kind = 'commission_payment'::text) = (statement_id IS NOT NULL))),
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text)),
  constraint transfers_provider_of_reference CHECK (((provider IS NULL) = (reference IS NULL))),
  constraint transfers_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint transfers_recorded_by_person CHECK (((recorded_via = 'person'::text) = (recorded_by IS NOT NULL))),
  constraint transfers_recorded_via_check CHECK ((recorded_via = ANY (ARRAY['person'::text, 'provider'::text, 'system'::text]))),
  constraint transfers_records_again_fkey FOREIGN KEY (records_again) REFERENCES transfers(id),
  constraint transfers_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint transfers_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint transfers_reversal CHECK (((kind = ANY (ARRAY['reversal_out'::text, 'reversal_in'::text, 'hand_in'::text, 'report_refusal'::text, 'arrival_end'::text, 'penalty_end'::text])) = (reverses IS NOT NULL))),
  constraint transfers_reverses_fkey FOREIGN KEY (reverses) REFERENCES transfers(id),
  constraint transfers_reverses_key UNIQUE (reverses),
  constraint transfers_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES commission_statements(id),
  constraint transfers_two_accounts CHECK ((from_account <> to_account)),
  constraint transfers_with_means CHECK (((kind = ANY (ARRAY['penalty'::text, 'penalty_end'::text, 'commission'::text, 'commission_end'::text])) = (method IS NULL)))
);
CREATE INDEX transfers_commission_of ON public.transfers USING btree (commission_of) WHERE (commission_of IS NOT NULL);
CREATE INDEX transfers_from_idx ON public.transfers USING btree (from_account, recorded_at);
CREATE INDEX transfers_occurred_idx ON public.transfers USING btree (occurred_at, id);
CREATE INDEX transfers_of_bank_on_sales ON public.transfers USING btree (charge_id) WHERE (kind = ANY (ARRAY['sale_refund'::text, 'sale_chargeback'::text]));
CREATE INDEX transfers_of_gift_cards ON public.transfers USING btree (reservation_id) WHERE (method = 'gift_card'::text);
CREATE INDEX transfers_of_reservation_idx ON public.transfers USING btree (reservation_id, recorded_at, id);
CREATE INDEX transfers_refund_idx ON public.transfers USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX transfers_to_idx ON public.transfers USING btree (to_account, recorded_at);
CREATE UNIQUE INDEX transfers_cash_counts_once ON public.transfers USING btree (records_again) WHERE ((records_again IS NOT NULL) AND (reference IS NULL));
CREATE UNIQUE INDEX transfers_one_sale_per_card ON public.transfers USING btree (to_account) WHERE (kind = 'sale'::text);
CREATE UNIQUE INDEX transfers_reference_key ON public.transfers USING btree (provider, upper(reference), records_again) NULLS NOT DISTINCT WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX transfers_statement_paid_once ON public.transfers USING btree (statement_id) WHERE (statement_id IS NOT NULL);
CREATE TRIGGER transfers_are_final BEFORE DELETE OR UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION refuse_change_of_book();
CREATE CONSTRAINT TRIGGER transfers_balance AFTER INSERT ON public.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.method = ANY (ARRAY['credit'::text, 'gift_card'::text])) OR (new.records_again IS NOT NULL) OR (new.kind <> ALL (ARRAY['deposit'::text, 'balance'::text, 'full'::text, 'extra'::text, 'refund'::text, 'reversal_out'::text, 'reversal_in'::text, 'chargeback'::text])))) EXECUTE FUNCTION check_balance();
CREATE TRIGGER transfers_checked BEFORE INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION check_transfer();
CREATE CONSTRAINT TRIGGER transfers_end_adjustment AFTER INSERT ON public.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reverses IS NOT NULL)) EXECUTE FUNCTION keep_adjustment_of_reversed();
CREATE CONSTRAINT TRIGGER transfers_money AFTER INSERT ON public.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['deposit'::text, 'balance'::text, 'full'::text, 'extra'::text, 'refund'::text, 'reversal_out'::text, 'reversal_in'::text, 'chargeback'::text, 'penalty'::text, 'penalty_end'::text]))) EXECUTE FUNCTION check_money();

create table travel_authorizations (
  content_type text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  id uuid not null,
  participant_id uuid not null,
  reservation_id uuid not null,
  sent_at timestamp with time zone,
  sha256 text,
  size_bytes integer,
  valid_until date,
  constraint travel_authorizations_content_type_check CHECK ((content_type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text]))),
  constraint travel_authorizations_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  constraint travel_authorizations_pkey PRIMARY KEY (id),
  constraint travel_authorizations_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id) ON DELETE CASCADE,
  constraint travel_authorizations_sent CHECK (((num_nonnulls(content_type, size_bytes, sha256, sent_at) = ANY (ARRAY[0, 4])) AND ((sent_at IS NULL) OR (valid_until IS NOT NULL)))),
  constraint travel_authorizations_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint travel_authorizations_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX travel_authorizations_by_reservation ON public.travel_authorizations USING btree (reservation_id);
CREATE INDEX travel_authorizations_ended ON public.travel_authorizations USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX travel_authorizations_one_each ON public.travel_authorizations USING btree (participant_id) WHERE (ended_at IS NULL);

create table trip_alert_links (
  alert_id uuid not null,
  token_hash text not null,
  constraint trip_alert_links_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES trip_alerts(id) ON DELETE CASCADE,
  constraint trip_alert_links_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX trip_alert_links_of_alert_idx ON public.trip_alert_links USING btree (alert_id);

create table trip_alerts (
  asked_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  email text not null,
  id uuid not null,
  name text not null,
  phone text,
  sent_at timestamp with time zone,
  series_id uuid not null,
  trip_id uuid not null,
  constraint trip_alerts_once UNIQUE (series_id, email),
  constraint trip_alerts_phone_check CHECK ((phone ~ '^\+[0-9]{8,15}$'::text)),
  constraint trip_alerts_pkey PRIMARY KEY (id),
  constraint trip_alerts_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE INDEX trip_alerts_email_idx ON public.trip_alerts USING btree (email);
CREATE INDEX trip_alerts_phone_idx ON public.trip_alerts USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX trip_alerts_waiting_idx ON public.trip_alerts USING btree (series_id) WHERE ((confirmed_at IS NOT NULL) AND (sent_at IS NULL));

create table trip_announcements (
  audience text not null,
  boarding_point_id uuid,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid not null,
  emails integer,
  id uuid not null,
  missing_data_only boolean not null,
  participant_ids uuid[],
  people integer,
  send_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  subject text not null,
  text text not null,
  trip_id uuid not null,
  unpaid_only boolean not null,
  constraint trip_announcements_audience_check CHECK ((audience = ANY (ARRAY['payers'::text, 'passengers'::text]))),
  constraint trip_announcements_chosen CHECK ((cardinality(participant_ids) > 0)),
  constraint trip_announcements_counted CHECK ((num_nulls(sent_at, people, emails) = ANY (ARRAY[0, 3]))),
  constraint trip_announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint trip_announcements_ends_once CHECK (((sent_at IS NULL) OR (cancelled_at IS NULL))),
  constraint trip_announcements_pkey PRIMARY KEY (id),
  constraint trip_announcements_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150))),
  constraint trip_announcements_text_check CHECK (((length(text) >= 1) AND (length(text) <= 3000))),
  constraint trip_announcements_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX trip_announcements_of_trip_idx ON public.trip_announcements USING btree (trip_id, id);
CREATE INDEX trip_announcements_open_idx ON public.trip_announcements USING btree (send_at) WHERE ((sent_at IS NULL) AND (cancelled_at IS NULL));

create table trip_cancellation_choices (
  email_id uuid,
  is_default boolean not null default false,
  moved_to uuid,
  notified_at timestamp with time zone not null default now(),
  outcome text,
  received_cents integer not null,
  reservation_id uuid not null,
  settled_at timestamp with time zone,
  trip_id uuid not null,
  constraint trip_cancellation_choices_default CHECK (((NOT is_default) OR (outcome = ANY (ARRAY['refund'::text, 'credit'::text])))),
  constraint trip_cancellation_choices_moved CHECK (((NOT (outcome IS DISTINCT FROM 'moved'::text)) = (moved_to IS NOT NULL))),
  constraint trip_cancellation_choices_moved_to_fkey FOREIGN KEY (moved_to) REFERENCES trips(id),
  constraint trip_cancellation_choices_of_money CHECK (((received_cents > 0) OR (outcome IS NOT NULL))),
  constraint trip_cancellation_choices_outcome_check CHECK ((outcome = ANY (ARRAY['ended'::text, 'refund'::text, 'credit'::text, 'moved'::text]))),
  constraint trip_cancellation_choices_pkey PRIMARY KEY (reservation_id, trip_id),
  constraint trip_cancellation_choices_received_cents_check CHECK ((received_cents >= 0)),
  constraint trip_cancellation_choices_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint trip_cancellation_choices_settled CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  constraint trip_cancellation_choices_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trip_cancellations(trip_id)
);
CREATE INDEX trip_cancellation_choices_of_trip_idx ON public.trip_cancellation_choices USING btree (trip_id, reservation_id);
CREATE INDEX trip_cancellation_choices_open_idx ON public.trip_cancellation_choices USING btree (trip_id) WHERE (outcome IS NULL);

create table trip_cancellations (
  cancelled_at timestamp with time zone not null default now(),
  cancelled_by uuid not null,
  choose_until date not null,
  done_at timestamp with time zone,
  notified_at timestamp with time zone,
  reason text not null,
  trip_id uuid not null,
  constraint trip_cancellations_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  constraint trip_cancellations_done_once_notified CHECK (((done_at IS NULL) OR (notified_at IS NOT NULL))),
  constraint trip_cancellations_pkey PRIMARY KEY (trip_id),
  constraint trip_cancellations_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 500))),
  constraint trip_cancellations_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX trip_cancellations_to_notify_idx ON public.trip_cancellations USING btree (cancelled_at) WHERE (done_at IS NULL);
CREATE TRIGGER trip_cancellations_notified_stay BEFORE DELETE ON public.trip_cancellations FOR EACH ROW WHEN ((old.notified_at IS NOT NULL)) EXECUTE FUNCTION refuse_undoing_notified_cancellation();

create table trip_choice_links (
  created_at timestamp with time zone not null default now(),
  reservation_id uuid not null,
  token_hash text not null,
  trip_id uuid not null,
  constraint trip_choice_links_pkey PRIMARY KEY (token_hash),
  constraint trip_choice_links_reservation_id_trip_id_fkey FOREIGN KEY (reservation_id, trip_id) REFERENCES trip_cancellation_choices(reservation_id, trip_id) ON DELETE CASCADE
);
CREATE INDEX trip_choice_links_of_choice_idx ON public.trip_choice_links USING btree (reservation_id, trip_id);

create table trip_contracts (
  text text not null,
  trip_id uuid not null,
  constraint trip_contracts_pkey PRIMARY KEY (trip_id),
  constraint trip_contracts_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);

create table trip_costs (
  ads jsonb not null default '[]'::jsonb,
  guide_cents integer not null default 0,
  meal_cents integer not null default 0,
  other_cents integer not null default 0,
  ticket_cents integer not null default 0,
  trip_id uuid not null,
  updated_at timestamp with time zone not null default now(),
  vehicle_cents integer not null default 0,
  version integer not null default 1,
  constraint trip_costs_ads CHECK (are_ads(ads)),
  constraint trip_costs_guide_cents_check CHECK ((guide_cents >= 0)),
  constraint trip_costs_meal_cents_check CHECK ((meal_cents >= 0)),
  constraint trip_costs_other_cents_check CHECK ((other_cents >= 0)),
  constraint trip_costs_pkey PRIMARY KEY (trip_id),
  constraint trip_costs_ticket_cents_check CHECK ((ticket_cents >= 0)),
  constraint trip_costs_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id),
  constraint trip_costs_vehicle_cents_check CHECK ((vehicle_cents >= 0))
);

create table trip_crew (
  member_id uuid not null,
  role text not null,
  trip_id uuid not null,
  constraint trip_crew_member_id_fkey FOREIGN KEY (member_id) REFERENCES crew_members(id) ON DELETE CASCADE,
  constraint trip_crew_pkey PRIMARY KEY (trip_id, member_id, role),
  constraint trip_crew_role_check CHECK ((role = ANY (ARRAY['guide'::text, 'driver'::text]))),
  constraint trip_crew_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE INDEX trip_crew_of_member_idx ON public.trip_crew USING btree (member_id);
CREATE TRIGGER trip_crew_without_accounts BEFORE INSERT OR UPDATE ON public.trip_crew FOR EACH ROW WHEN ((new.role = 'guide'::text)) EXECUTE FUNCTION refuse_guide_with_account();

create table trip_extras (
  choice text not null default 'optional'::text,
  description text not null default ''::text,
  ended_at timestamp with time zone,
  id uuid not null,
  label text not null,
  max_age integer,
  max_quantity integer not null,
  min_age integer,
  min_quantity integer not null default 1,
  per text not null,
  position integer not null,
  price_cents integer not null,
  refundable boolean not null default true,
  sold_until_hours integer not null default 0,
  stock integer,
  taken integer not null default 0,
  trip_id uuid not null,
  constraint trip_extras_pkey PRIMARY KEY (id),
  constraint trip_extras_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE INDEX trip_extras_of_trip ON public.trip_extras USING btree (trip_id, "position");
CREATE TRIGGER trip_extras_start_untaken BEFORE INSERT ON public.trip_extras FOR EACH ROW WHEN ((new.taken <> 0)) EXECUTE FUNCTION refuse_direct_taken();
CREATE TRIGGER trip_extras_stay_when_sold BEFORE DELETE ON public.trip_extras FOR EACH ROW EXECUTE FUNCTION keep_sold_extra();
CREATE TRIGGER trip_extras_taken_follows_lines BEFORE UPDATE OF taken ON public.trip_extras FOR EACH ROW WHEN ((old.taken IS DISTINCT FROM new.taken)) EXECUTE FUNCTION refuse_direct_taken();
CREATE TRIGGER trip_extras_tell_change AFTER INSERT OR DELETE ON public.trip_extras FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');
CREATE TRIGGER trip_extras_tell_change_of_facts AFTER UPDATE ON public.trip_extras FOR EACH ROW WHEN ((old.taken = new.taken)) EXECUTE FUNCTION tell_trip_change('trip_id');
CREATE TRIGGER trip_extras_within_rules BEFORE INSERT OR UPDATE ON public.trip_extras FOR EACH ROW EXECUTE FUNCTION keep_rules_of_extra();

create table trip_fares (
  audience text not null default 'public'::text,
  id uuid not null,
  label text not null,
  max_age integer,
  min_age integer,
  position integer not null,
  price_cents integer not null,
  takes_place boolean not null default true,
  trip_id uuid not null,
  constraint trip_fares_ages CHECK ((min_age <= max_age)),
  constraint trip_fares_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'staff'::text]))),
  constraint trip_fares_label_check CHECK ((label <> ''::text)),
  constraint trip_fares_max_age_check CHECK ((max_age >= 0)),
  constraint trip_fares_min_age_check CHECK ((min_age >= 0)),
  constraint trip_fares_of_trip_key UNIQUE (id, trip_id),
  constraint trip_fares_pkey PRIMARY KEY (id),
  constraint trip_fares_position_check CHECK (("position" >= 0)),
  constraint trip_fares_position_key UNIQUE (trip_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint trip_fares_price_cents_check CHECK ((price_cents >= 0)),
  constraint trip_fares_smallest_waiting TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint trip_fares_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE CONSTRAINT TRIGGER trip_fares_smallest_waiting AFTER UPDATE ON public.trip_fares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.max_age IS DISTINCT FROM new.max_age) OR (old.takes_place IS DISTINCT FROM new.takes_place))) EXECUTE FUNCTION follow_rooms_left();
CREATE TRIGGER trip_fares_tell_change AFTER INSERT OR DELETE OR UPDATE ON public.trip_fares FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');

create table trip_fiscal_settings (
  municipal_code text,
  nbs_code text,
  own_percent integer,
  rate integer,
  service_code text,
  trip_id uuid not null,
  constraint trip_fiscal_settings_municipal_check CHECK ((municipal_code ~ '^[0-9]{3}$'::text)),
  constraint trip_fiscal_settings_nbs_check CHECK ((nbs_code ~ '^[0-9]{9}$'::text)),
  constraint trip_fiscal_settings_own_check CHECK (((own_percent >= 1) AND (own_percent <= 100))),
  constraint trip_fiscal_settings_pkey PRIMARY KEY (trip_id),
  constraint trip_fiscal_settings_rate_check CHECK (((rate >= 0) AND (rate <= 500))),
  constraint trip_fiscal_settings_service_check CHECK ((service_code ~ '^[0-9]{6}$'::text)),
  constraint trip_fiscal_settings_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);

create table trip_guides (
  removed_at timestamp with time zone,
  trip_id uuid not null,
  user_id uuid not null,
  constraint trip_guides_pkey PRIMARY KEY (trip_id, user_id),
  constraint trip_guides_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  constraint trip_guides_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trip_guides_of_user_idx ON public.trip_guides USING btree (user_id);

create table trip_images (
  alt text not null default ''::text,
  color text not null,
  created_at timestamp with time zone not null default now(),
  height integer not null,
  id uuid not null,
  is_card_img boolean not null default false,
  position integer not null,
  trip_id uuid not null,
  width integer not null,
  widths integer[] not null,
  constraint trip_images_at_most_twelve CHECK (("position" < 12)),
  constraint trip_images_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint trip_images_height_check CHECK ((height > 0)),
  constraint trip_images_pkey PRIMARY KEY (id),
  constraint trip_images_position_check CHECK (("position" >= 0)),
  constraint trip_images_position_key UNIQUE (trip_id, "position") DEFERRABLE,
  constraint trip_images_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  constraint trip_images_width_check CHECK ((width > 0))
);
CREATE UNIQUE INDEX trip_images_one_card ON public.trip_images USING btree (trip_id) WHERE is_card_img;
CREATE TRIGGER trip_images_tell_change AFTER INSERT OR DELETE OR UPDATE ON public.trip_images FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');

create table trip_notice_reservations (
  changes jsonb not null,
  email_id uuid,
  hold_moved boolean not null default false,
  message text not null,
  notice_id uuid not null,
  reservation_id uuid not null,
  constraint trip_notice_reservations_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text)),
  constraint trip_notice_reservations_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES trip_notices(id),
  constraint trip_notice_reservations_pkey PRIMARY KEY (reservation_id, notice_id),
  constraint trip_notice_reservations_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id)
);

create table trip_notices (
  changes jsonb not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null,
  message text,
  series_change_id uuid,
  told_count integer not null,
  trip_id uuid not null,
  constraint trip_notices_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text)),
  constraint trip_notices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint trip_notices_pkey PRIMARY KEY (id),
  constraint trip_notices_series_change_id_fkey FOREIGN KEY (series_change_id) REFERENCES series_changes(id),
  constraint trip_notices_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX trip_notices_of_series_change_idx ON public.trip_notices USING btree (series_change_id) WHERE (series_change_id IS NOT NULL);
CREATE INDEX trip_notices_of_trip_idx ON public.trip_notices USING btree (trip_id, id);

create table trip_questions (
  ended_at timestamp with time zone,
  help text not null default ''::text,
  id uuid not null,
  is_required boolean not null default false,
  kind text not null,
  label text not null,
  options text[] not null default '{}'::text[],
  per text not null,
  position integer not null,
  sensitivity text not null default 'personal'::text,
  trip_id uuid not null,
  constraint trip_questions_help_check CHECK ((char_length(help) <= 200)),
  constraint trip_questions_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'yes_no'::text, 'one_of'::text, 'several_of'::text, 'date'::text, 'number'::text]))),
  constraint trip_questions_label_check CHECK (((label <> ''::text) AND (char_length(label) <= 120))),
  constraint trip_questions_options_check CHECK ((cardinality(options) <= 20)),
  constraint trip_questions_per_check CHECK ((per = ANY (ARRAY['participant'::text, 'reservation'::text]))),
  constraint trip_questions_pkey PRIMARY KEY (id),
  constraint trip_questions_position_check CHECK (("position" >= 0)),
  constraint trip_questions_sensitivity_check CHECK ((sensitivity = ANY (ARRAY['personal'::text, 'sensitive'::text]))),
  constraint trip_questions_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE
);
CREATE INDEX trip_questions_of_trip ON public.trip_questions USING btree (trip_id, "position");
CREATE TRIGGER trip_questions_tell_change AFTER INSERT OR DELETE OR UPDATE ON public.trip_questions FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');

create table trip_reminders (
  about date not null,
  done_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  kind text not null,
  moment timestamp with time zone not null,
  told_until uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  trip_id uuid not null,
  constraint trip_reminders_pkey PRIMARY KEY (trip_id, kind, about),
  constraint trip_reminders_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX trip_reminders_open_idx ON public.trip_reminders USING btree (moment) WHERE (done_at IS NULL);

create table trip_room_types (
  count integer not null,
  empty_bed_cents integer not null default 0,
  ended_at timestamp with time zone,
  id uuid not null,
  label text not null,
  per text not null,
  places integer not null,
  position integer not null,
  price_cents integer not null,
  private_rooms integer not null default 0,
  sharing_any integer not null default 0,
  sharing_men integer not null default 0,
  sharing_women integer not null default 0,
  trip_id uuid not null,
  constraint trip_room_types_count_check CHECK ((count >= 0)),
  constraint trip_room_types_empty_bed_cents_check CHECK ((empty_bed_cents >= 0)),
  constraint trip_room_types_label_check CHECK ((label <> ''::text)),
  constraint trip_room_types_per_check CHECK ((per = ANY (ARRAY['night'::text, 'stay'::text]))),
  constraint trip_room_types_pkey PRIMARY KEY (id),
  constraint trip_room_types_places_check CHECK (((places >= 1) AND (places <= 6))),
  constraint trip_room_types_position_check CHECK (("position" >= 0)),
  constraint trip_room_types_price_cents_check CHECK ((price_cents >= 0)),
  constraint trip_room_types_smallest_waiting TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint trip_room_types_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  constraint trip_room_types_within_count CHECK (((((private_rooms + (((sharing_women + places) - 1) / places)) + (((sharing_men + places) - 1) / places)) + (((sharing_any + places) - 1) / places)) <= count))
);
CREATE INDEX trip_room_types_of_trip ON public.trip_room_types USING btree (trip_id, "position");
CREATE TRIGGER trip_room_types_follow_lines BEFORE UPDATE OF private_rooms, sharing_women, sharing_men, sharing_any ON public.trip_room_types FOR EACH ROW EXECUTE FUNCTION refuse_direct_rooms();
CREATE TRIGGER trip_room_types_places_of_sold BEFORE UPDATE OF places ON public.trip_room_types FOR EACH ROW WHEN (((old.places <> new.places) AND ((((old.private_rooms + old.sharing_women) + old.sharing_men) + old.sharing_any) > 0))) EXECUTE FUNCTION keep_places_of_sold_rooms();
CREATE CONSTRAINT TRIGGER trip_room_types_smallest_waiting AFTER INSERT OR DELETE OR UPDATE ON public.trip_room_types DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION follow_rooms_left();
CREATE TRIGGER trip_room_types_start_empty BEFORE INSERT ON public.trip_room_types FOR EACH ROW WHEN (((((new.private_rooms + new.sharing_women) + new.sharing_men) + new.sharing_any) <> 0)) EXECUTE FUNCTION refuse_direct_rooms();
CREATE TRIGGER trip_room_types_tell_change AFTER INSERT OR DELETE ON public.trip_room_types FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');
CREATE TRIGGER trip_room_types_tell_change_of_facts AFTER UPDATE ON public.trip_room_types FOR EACH ROW WHEN (((old.private_rooms = new.private_rooms) AND (old.sharing_women = new.sharing_women) AND (old.sharing_men = new.sharing_men) AND (old.sharing_any = new.sharing_any))) EXECUTE FUNCTION tell_trip_change('trip_id');

create table trip_rooms (
  id uuid not null,
  number integer not null,
  room_type_id uuid not null,
  constraint trip_rooms_number_check CHECK ((number > 0)),
  constraint trip_rooms_number_key UNIQUE (room_type_id, number),
  constraint trip_rooms_pkey PRIMARY KEY (id),
  constraint trip_rooms_room_type_id_fkey FOREIGN KEY (room_type_id) REFERENCES trip_room_types(id) ON DELETE CASCADE
);

create table trip_vehicles (
  id uuid not null,
  name text not null,
  position integer not null,
  seat_map jsonb not null,
  seats integer not null generated always as (seats_of(seat_map)),
  trip_id uuid not null,
  vehicle_id uuid not null,
  constraint trip_vehicles_capacity_within_seats TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint trip_vehicles_name_check CHECK ((name <> ''::text)),
  constraint trip_vehicles_of_trip_key UNIQUE (id, trip_id),
  constraint trip_vehicles_once_per_trip UNIQUE (trip_id, vehicle_id),
  constraint trip_vehicles_pkey PRIMARY KEY (id),
  constraint trip_vehicles_position_check CHECK (("position" >= 0)),
  constraint trip_vehicles_position_key UNIQUE (trip_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint trip_vehicles_seat_map_check CHECK ((jsonb_typeof(seat_map) = 'array'::text)),
  constraint trip_vehicles_seats_check CHECK ((seats > 0)),
  constraint trip_vehicles_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id) ON DELETE CASCADE,
  constraint trip_vehicles_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id)
);
CREATE INDEX trip_vehicles_vehicle_idx ON public.trip_vehicles USING btree (vehicle_id);
CREATE CONSTRAINT TRIGGER trip_vehicles_capacity_within_seats AFTER INSERT OR DELETE OR UPDATE ON public.trip_vehicles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_seats_of_trip();
CREATE TRIGGER trip_vehicles_seats_in_use BEFORE UPDATE OF seat_map ON public.trip_vehicles FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_seat();
CREATE TRIGGER trip_vehicles_tell_change AFTER INSERT OR DELETE OR UPDATE ON public.trip_vehicles FOR EACH ROW EXECUTE FUNCTION tell_trip_change('trip_id');

create table trips (
  archived_at timestamp with time zone,
  auto_seating boolean not null default true,
  balance_due_hours integer,
  boarding_points jsonb not null default '[]'::jsonb,
  bring text[] not null default '{}'::text[],
  cancellation_tiers jsonb not null default '[]'::jsonb,
  cancelled_at timestamp with time zone,
  capacity integer not null,
  created_at timestamp with time zone not null default now(),
  decision_date date,
  departs_at timestamp with time zone not null,
  deposit_percent integer not null default 30,
  description text not null default ''::text,
  excluded text[] not null default '{}'::text[],
  faq text not null default '[]'::text,
  guarantee_notified_at timestamp with time zone,
  guaranteed_at timestamp with time zone,
  guaranteed_by uuid,
  has_rooms boolean not null default false,
  hotel text not null default ''::text,
  hotel_arrival text not null default ''::text,
  id uuid not null,
  included text[] not null default '{}'::text[],
  interstate boolean not null default false,
  is_active boolean not null default false,
  itinerary jsonb not null default '[]'::jsonb,
  min_participants integer not null default 0,
  nicknames text[] not null default '{}'::text[],
  on_request boolean not null default false,
  payment_means text not null default 'both'::text,
  places_set_aside integer not null default 0,
  places_taken integer not null default 0,
  plan_instalments integer,
  plan_last_due_days integer,
  price_cents integer not null default 0,
  published_at timestamp with time zone,
  returns_at timestamp with time zone not null,
  risks text not null default ''::text,
  search_text text generated always as (searchable_words(((title || ' '::text) || summary))),
  seat_choice boolean not null default false,
  series_id uuid not null default gen_random_uuid(),
  share_decision_days integer,
  show_description boolean not null default true,
  slug text not null,
  smallest_waiting integer,
  summary text not null default ''::text,
  title text not null,
  updated_at timestamp with time zone not null default now(),
  vehicle text not null default ''::text,
  version integer not null default 1,
  constraint trips_capacity_within_seats TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint trips_faq_check CHECK (((jsonb_typeof((faq)::jsonb) = 'array'::text) AND (jsonb_array_length((faq)::jsonb) <= 20))),
  constraint trips_guaranteed_by_fkey FOREIGN KEY (guaranteed_by) REFERENCES users(id),
  constraint trips_hotel_arrival_check CHECK ((hotel_arrival ~ '^(([01]\d|2[0-3]):[0-5]\d)?$'::text)),
  constraint trips_hotel_check CHECK ((length(hotel) <= 120)),
  constraint trips_pkey PRIMARY KEY (id),
  constraint trips_places_within_capacity CHECK (((places_taken >= 0) AND (places_set_aside >= 0) AND ((places_taken + places_set_aside) <= capacity))),
  constraint trips_share_decision_days_check CHECK (((share_decision_days >= 0) AND (share_decision_days <= 365))),
  constraint trips_slug_key UNIQUE (slug)
);
CREATE INDEX trips_active_departure_idx ON public.trips USING btree (departs_at, id) WHERE is_active;
CREATE INDEX trips_departure_idx ON public.trips USING btree (departs_at, id);
CREATE INDEX trips_guarantee_to_notify_idx ON public.trips USING btree (guaranteed_at) WHERE ((guaranteed_at IS NOT NULL) AND (guarantee_notified_at IS NULL));
CREATE INDEX trips_listed_idx ON public.trips USING btree (departs_at, id) WHERE (archived_at IS NULL);
CREATE INDEX trips_of_series_idx ON public.trips USING btree (series_id, departs_at);
CREATE INDEX trips_search_idx ON public.trips USING gin (search_text gin_trgm_ops);
CREATE INDEX trips_title_idx ON public.trips USING btree (searchable(title), id);
CREATE INDEX trips_with_waiting_idx ON public.trips USING btree (departs_at) WHERE (smallest_waiting IS NOT NULL);
CREATE TRIGGER trips_archived_without_reservations BEFORE UPDATE OF archived_at ON public.trips FOR EACH ROW WHEN (((old.archived_at IS NULL) AND (new.archived_at IS NOT NULL))) EXECUTE FUNCTION refuse_archiving_with_reservations();
CREATE TRIGGER trips_boarding_point_in_use BEFORE UPDATE OF boarding_points ON public.trips FOR EACH ROW WHEN ((old.boarding_points IS DISTINCT FROM new.boarding_points)) EXECUTE FUNCTION refuse_loss_of_boarding_point();
CREATE TRIGGER trips_cancelled_take_nobody BEFORE UPDATE OF places_taken ON public.trips FOR EACH ROW WHEN (((new.places_taken > old.places_taken) AND (old.cancelled_at IS NOT NULL))) EXECUTE FUNCTION refuse_places_of_cancelled_trip();
CREATE CONSTRAINT TRIGGER trips_capacity_within_seats AFTER UPDATE ON public.trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.capacity < new.capacity)) EXECUTE FUNCTION check_seats_of_trip();
CREATE TRIGGER trips_keep_first_publication BEFORE INSERT OR UPDATE OF is_active, published_at ON public.trips FOR EACH ROW EXECUTE FUNCTION keep_first_publication();
CREATE TRIGGER trips_means_within_rules BEFORE INSERT OR UPDATE OF payment_means ON public.trips FOR EACH ROW WHEN ((new.payment_means <> ALL (ARRAY['both'::text, 'pix'::text, 'card'::text]))) EXECUTE FUNCTION keep_means_of_trip();
CREATE TRIGGER trips_places_follow_reservations BEFORE UPDATE OF places_taken ON public.trips FOR EACH ROW WHEN ((old.places_taken IS DISTINCT FROM new.places_taken)) EXECUTE FUNCTION refuse_direct_places();
CREATE TRIGGER trips_plan_within_rules BEFORE INSERT OR UPDATE OF plan_instalments, plan_last_due_days ON public.trips FOR EACH ROW WHEN (((new.plan_instalments IS NOT NULL) OR (new.plan_last_due_days IS NOT NULL))) EXECUTE FUNCTION keep_rules_of_plan();
CREATE TRIGGER trips_set_aside_follows_allotments BEFORE UPDATE OF places_set_aside ON public.trips FOR EACH ROW WHEN ((old.places_set_aside IS DISTINCT FROM new.places_set_aside)) EXECUTE FUNCTION refuse_direct_places();
CREATE TRIGGER trips_start_without_places BEFORE INSERT ON public.trips FOR EACH ROW WHEN ((new.places_taken <> 0)) EXECUTE FUNCTION refuse_direct_places();
CREATE TRIGGER trips_start_without_set_aside BEFORE INSERT ON public.trips FOR EACH ROW WHEN ((new.places_set_aside <> 0)) EXECUTE FUNCTION start_without_set_aside();
CREATE TRIGGER trips_tell_change AFTER INSERT OR DELETE ON public.trips FOR EACH ROW EXECUTE FUNCTION tell_trip_change('id');
CREATE TRIGGER trips_tell_change_of_facts AFTER UPDATE ON public.trips FOR EACH ROW WHEN ((old.places_taken = new.places_taken)) EXECUTE FUNCTION tell_trip_change('id');
CREATE TRIGGER trips_within_rules BEFORE INSERT OR UPDATE OF returns_at, departs_at, slug, capacity, min_participants, price_cents, deposit_percent, balance_due_hours, cancellation_tiers, guaranteed_at, guaranteed_by, archived_at, cancelled_at, is_active ON public.trips FOR EACH ROW EXECUTE FUNCTION keep_rules_of_trip();

create table undone_records (
  id uuid not null,
  constraint undone_records_pkey PRIMARY KEY (id)
);

create table unmatched_payments (
  amount_cents integer not null,
  arrival_id uuid,
  charge_reference text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  description text not null default ''::text,
  fee_cents integer,
  id uuid not null,
  method text not null default 'pix'::text,
  occurred_at timestamp with time zone not null,
  payer_name text not null default ''::text,
  provider text not null,
  reason text not null default ''::text,
  reference text not null,
  returned_cents integer not null default 0,
  settles_on date,
  state text not null default 'waiting'::text,
  transfer_id uuid,
  constraint unmatched_payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint unmatched_payments_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES transfers(id) DEFERRABLE INITIALLY DEFERRED,
  constraint unmatched_payments_assigned_where CHECK (((state = 'assigned'::text) = (transfer_id IS NOT NULL))),
  constraint unmatched_payments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint unmatched_payments_decided_when CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint unmatched_payments_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint unmatched_payments_method_check CHECK ((method = ANY (ARRAY['pix'::text, 'card'::text]))),
  constraint unmatched_payments_pkey PRIMARY KEY (id),
  constraint unmatched_payments_provider_check CHECK ((provider ~ '^[a-z_]{1,40}$'::text)),
  constraint unmatched_payments_question_asks CHECK (((state <> 'waiting'::text) OR (arrival_id IS NOT NULL) OR (description <> ''::text))),
  constraint unmatched_payments_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint unmatched_payments_returned_cents_check CHECK ((returned_cents >= 0)),
  constraint unmatched_payments_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'assigned'::text, 'dismissed'::text]))),
  constraint unmatched_payments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id)
);
CREATE INDEX unmatched_payments_of_charge_idx ON public.unmatched_payments USING btree (charge_reference) WHERE ((state = 'waiting'::text) AND (charge_reference <> ''::text));
CREATE INDEX unmatched_payments_waiting_idx ON public.unmatched_payments USING btree (occurred_at, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX unmatched_payments_reference_key ON public.unmatched_payments USING btree (provider, upper(reference));

create table unreadable_pix (
  charge_reference text not null default ''::text,
  checked_at timestamp with time zone,
  checked_by uuid,
  id uuid not null,
  reference text not null,
  seen_at timestamp with time zone not null default now(),
  constraint unreadable_pix_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(id),
  constraint unreadable_pix_pkey PRIMARY KEY (id),
  constraint unreadable_pix_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 200))),
  constraint unreadable_pix_reference_key UNIQUE (reference)
);
CREATE INDEX unreadable_pix_open_idx ON public.unreadable_pix USING btree (seen_at) WHERE (checked_at IS NULL);

create table users (
  birthdate date,
  confirmed_email text,
  contact text not null,
  cpf text,
  created_at timestamp with time zone not null default now(),
  email text,
  email_written_by uuid,
  emitter text,
  erased_at timestamp with time zone,
  id uuid not null,
  is_disabled boolean not null default false,
  is_self_made boolean not null default false,
  issuer text,
  message_channel text,
  name text not null,
  permissions text[],
  refund_limit_cents integer,
  rg text,
  role text not null default 'CLIENT'::text,
  search_text text generated always as (searchable(((((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(cpf, ''::text)) || ' '::text) || contact))),
  sort_name text generated always as (searchable(name)),
  staff_until timestamp with time zone,
  subject text,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint users_confirmed_email_check CHECK ((length(confirmed_email) <= 254)),
  constraint users_contact_check CHECK ((contact ~ '^\+[0-9]{8,15}$'::text)),
  constraint users_cpf_check CHECK ((cpf ~ '^[0-9]{11}$'::text)),
  constraint users_cpf_key UNIQUE (cpf),
  constraint users_email_written_by_fkey FOREIGN KEY (email_written_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint users_identity_is_whole CHECK (((issuer IS NULL) = (subject IS NULL))),
  constraint users_identity_key UNIQUE (issuer, subject),
  constraint users_message_channel_check CHECK ((message_channel = ANY (ARRAY['whatsapp'::text, 'email'::text]))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_refund_limit_cents_check CHECK ((refund_limit_cents >= 0)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['ADMIN'::text, 'OPERATOR'::text, 'GUIDE'::text, 'CLIENT'::text]))),
  constraint users_with_identity_are_complete CHECK (((issuer IS NULL) OR ((email IS NOT NULL) AND ((role <> 'CLIENT'::text) OR (num_nulls(cpf, rg, emitter, birthdate) = 0)))))
);
CREATE INDEX users_contact_of_guests_idx ON public.users USING btree (contact) WHERE (subject IS NULL);
CREATE INDEX users_created_idx ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_disabled_idx ON public.users USING btree (sort_name, id) WHERE is_disabled;
CREATE INDEX users_name_idx ON public.users USING btree (sort_name, id);
CREATE INDEX users_role_idx ON public.users USING btree (role, sort_name, id) WHERE (role <> 'CLIENT'::text);
CREATE INDEX users_search_idx ON public.users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_staff_until_idx ON public.users USING btree (staff_until) WHERE (staff_until IS NOT NULL);
CREATE INDEX users_without_account_idx ON public.users USING btree (sort_name, id) WHERE (subject IS NULL);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE TRIGGER users_guides_are_crew AFTER INSERT OR UPDATE OF role ON public.users FOR EACH ROW WHEN ((new.role = 'GUIDE'::text)) EXECUTE FUNCTION add_guide_to_crew();
CREATE TRIGGER users_last_administrator BEFORE UPDATE OF role, is_disabled ON public.users FOR EACH ROW WHEN (((old.role = 'ADMIN'::text) AND (NOT old.is_disabled) AND ((new.role <> 'ADMIN'::text) OR new.is_disabled))) EXECUTE FUNCTION refuse_loss_of_last_administrator();
CREATE TRIGGER users_version BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((((((((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.cpf IS DISTINCT FROM new.cpf)) OR (old.rg IS DISTINCT FROM new.rg)) OR (old.emitter IS DISTINCT FROM new.emitter)) OR (old.birthdate IS DISTINCT FROM new.birthdate)) OR (old.contact IS DISTINCT FROM new.contact)) OR (old.role IS DISTINCT FROM new.role)) OR (old.is_disabled IS DISTINCT FROM new.is_disabled)) OR (old.permissions IS DISTINCT FROM new.permissions)) OR (old.refund_limit_cents IS DISTINCT FROM new.refund_limit_cents))) EXECUTE FUNCTION count_version_of_person();

create table vehicles (
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  id uuid not null,
  name text not null,
  plate text not null default ''::text,
  seat_map jsonb not null,
  seats integer not null generated always as (seats_of(seat_map)),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint vehicles_name_check CHECK (((length(name) >= 2) AND (length(name) <= 60))),
  constraint vehicles_pkey PRIMARY KEY (id),
  constraint vehicles_plate_check CHECK ((plate ~ '^([A-Z]{3}[0-9][A-Z0-9][0-9]{2})?$'::text)),
  constraint vehicles_seat_map_check CHECK ((jsonb_typeof(seat_map) = 'array'::text)),
  constraint vehicles_seats_check CHECK ((seats > 0))
);
CREATE UNIQUE INDEX vehicles_one_per_name ON public.vehicles USING btree (searchable(name)) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX vehicles_one_per_plate ON public.vehicles USING btree (plate) WHERE ((archived_at IS NULL) AND (plate <> ''::text));

create table waiting_email_codes (
  created_at timestamp with time zone not null default now(),
  email text not null,
  entry_id uuid not null,
  failures integer not null default 0,
  constraint waiting_email_codes_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES waiting_list_entries(id) ON DELETE CASCADE,
  constraint waiting_email_codes_pkey PRIMARY KEY (entry_id)
);

create table waiting_list_entries (
  accepted_at timestamp with time zone,
  boarding_point_id uuid,
  client_network text,
  first_touch jsonb,
  id uuid not null,
  joined_at timestamp with time zone not null default now(),
  last_touch jsonb,
  notified_at timestamp with time zone,
  party jsonb not null,
  places integer not null,
  queue_position bigint not null generated as identity,
  reservation_id uuid,
  seller_code text,
  share text,
  share_with text,
  sharers integer,
  state text not null default 'waiting'::text,
  trip_id uuid not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint waiting_list_entries_party_check CHECK ((jsonb_typeof(party) = 'array'::text)),
  constraint waiting_list_entries_pkey PRIMARY KEY (id),
  constraint waiting_list_entries_places_check CHECK ((places > 0)),
  constraint waiting_list_entries_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint waiting_list_entries_share_check CHECK ((share = ANY (ARRAY['women'::text, 'men'::text, 'any'::text]))),
  constraint waiting_list_entries_share_with_check CHECK (((length(share_with) >= 1) AND (length(share_with) <= 80))),
  constraint waiting_list_entries_sharers_check CHECK ((sharers > 0)),
  constraint waiting_list_entries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'taken'::text, 'lapsed'::text, 'left'::text]))),
  constraint waiting_list_entries_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id),
  constraint waiting_list_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint waiting_list_offered_what CHECK (
CASE state
    WHEN 'waiting'::text THEN (reservation_id IS NULL)
    WHEN 'lapsed'::text THEN true
    WHEN 'left'::text THEN true
    ELSE (reservation_id IS NOT NULL)
END),
  constraint waiting_list_reservation_key UNIQUE (reservation_id),
  constraint waiting_list_seller_code_check CHECK ((seller_code ~ '^[0-9A-Z]{7}$'::text)),
  constraint waiting_list_share_of_sharers CHECK (((share IS NULL) = (sharers IS NULL))),
  constraint waiting_list_share_with_somebody CHECK (((share IS NOT NULL) OR (share_with IS NULL))),
  constraint waiting_list_touches CHECK ((((first_touch IS NULL) = (last_touch IS NULL)) AND ((first_touch IS NULL) OR (is_touch(first_touch) AND is_touch(last_touch) AND ((first_touch ->> 'at'::text) <= (last_touch ->> 'at'::text))))))
);
CREATE INDEX waiting_list_network_idx ON public.waiting_list_entries USING btree (client_network) WHERE ((client_network IS NOT NULL) AND (state = 'waiting'::text));
CREATE INDEX waiting_list_of_person_idx ON public.waiting_list_entries USING btree (user_id, joined_at);
CREATE INDEX waiting_list_queue_idx ON public.waiting_list_entries USING btree (trip_id, queue_position, id) INCLUDE (places) WHERE (state = 'waiting'::text);
CREATE INDEX waiting_list_to_notify_idx ON public.waiting_list_entries USING btree (updated_at) WHERE ((notified_at IS NULL) AND ((state = ANY (ARRAY['offered'::text, 'taken'::text])) OR ((state = 'lapsed'::text) AND (reservation_id IS NULL))));
CREATE UNIQUE INDEX waiting_list_one_open_per_person ON public.waiting_list_entries USING btree (trip_id, user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE TRIGGER waiting_list_forgets_network BEFORE UPDATE OF state ON public.waiting_list_entries FOR EACH ROW WHEN (((new.client_network IS NOT NULL) AND (new.state <> 'waiting'::text))) EXECUTE FUNCTION forget_network_of_entry();
CREATE TRIGGER waiting_list_known_transition BEFORE UPDATE OF state ON public.waiting_list_entries FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION refuse_unknown_waiting_state();

create table waiting_list_links (
  created_at timestamp with time zone not null default now(),
  entry_id uuid not null,
  made_by uuid,
  request_hash text,
  token_hash text not null,
  constraint waiting_list_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES waiting_list_entries(id) ON DELETE CASCADE,
  constraint waiting_list_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint waiting_list_links_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX waiting_list_links_of_entry_idx ON public.waiting_list_links USING btree (entry_id);

create table whatsapp_messages (
  announcement_id uuid,
  id uuid not null,
  opened_at timestamp with time zone not null default now(),
  opened_by uuid not null,
  participant_id uuid,
  phone text not null,
  reservation_id uuid not null,
  template_key text not null,
  trip_id uuid not null,
  undone_at timestamp with time zone,
  constraint whatsapp_messages_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES trip_announcements(id),
  constraint whatsapp_messages_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint whatsapp_messages_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  constraint whatsapp_messages_pkey PRIMARY KEY (id),
  constraint whatsapp_messages_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES reservations(id),
  constraint whatsapp_messages_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES trips(id)
);
CREATE INDEX whatsapp_messages_of_reservation_idx ON public.whatsapp_messages USING btree (reservation_id, id) WHERE (undone_at IS NULL);
CREATE INDEX whatsapp_messages_of_trip_idx ON public.whatsapp_messages USING btree (trip_id, id) WHERE (undone_at IS NULL);

create table whatsapp_settings (
  first_answers boolean not null default false,
  marketing_hundredths integer not null default 3500,
  monthly_budget_cents integer,
  only_row boolean not null default true,
  sends_unasked boolean not null default false,
  utility_hundredths integer not null default 400,
  warned_for date,
  constraint whatsapp_settings_marketing_hundredths_check CHECK (((marketing_hundredths >= 0) AND (marketing_hundredths <= 1000000))),
  constraint whatsapp_settings_monthly_budget_cents_check CHECK (((monthly_budget_cents >= 0) AND (monthly_budget_cents <= 100000000))),
  constraint whatsapp_settings_only_row_check CHECK (only_row),
  constraint whatsapp_settings_pkey PRIMARY KEY (only_row),
  constraint whatsapp_settings_utility_hundredths_check CHECK (((utility_hundredths >= 0) AND (utility_hundredths <= 1000000)))
);

create table whatsapp_templates (
  account text not null,
  body text not null,
  category text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  fields text[] not null default '{}'::text[],
  language text not null,
  name text not null,
  provider_id text not null default ''::text,
  reason text not null default ''::text,
  state text not null,
  submitted_at timestamp with time zone not null default clock_timestamp(),
  constraint whatsapp_templates_account_check CHECK ((account ~ '^[0-9]{1,30}$'::text)),
  constraint whatsapp_templates_body_check CHECK ((char_length(body) <= 1024)),
  constraint whatsapp_templates_category_check CHECK ((category ~ '^[A-Z_]{1,30}$'::text)),
  constraint whatsapp_templates_language_check CHECK ((language ~ '^[a-zA-Z_]{2,10}$'::text)),
  constraint whatsapp_templates_name_check CHECK ((name ~ '^[a-z0-9_]{1,100}$'::text)),
  constraint whatsapp_templates_pkey PRIMARY KEY (account, name, language),
  constraint whatsapp_templates_provider_id_check CHECK ((char_length(provider_id) <= 60)),
  constraint whatsapp_templates_reason_check CHECK ((char_length(reason) <= 300)),
  constraint whatsapp_templates_state_check CHECK ((state ~ '^[A-Z_]{1,40}$'::text))
);

create view cash_reports as
 SELECT report.id,
    report.from_account AS reservation_id,
    report.amount_cents,
    report.occurred_at AS taken_at,
    hand.id AS hand,
    (hand.name)::uuid AS person_id,
    COALESCE(link.name, person.name) AS guide,
    hand.balance_cents AS hand_cents,
        CASE ending.kind
            WHEN 'hand_in'::text THEN 'confirmed'::text
            WHEN 'report_refusal'::text THEN 'refused'::text
            ELSE 'waiting'::text
        END AS state,
    report.note
   FROM ((((transfers report
     JOIN accounts hand ON (((hand.id = report.to_account) AND (hand.kind = 'hand'::text))))
     LEFT JOIN guide_links link ON ((link.id = hand.id)))
     LEFT JOIN users person ON ((person.id = (hand.name)::uuid)))
     LEFT JOIN transfers ending ON ((ending.reverses = report.id)))
  WHERE (report.kind = 'cash_report'::text);

create view cash_with_guides as
 SELECT id,
    reservation_id,
    amount_cents,
    taken_at,
    hand,
    person_id,
    guide,
    hand_cents,
    state,
    note
   FROM cash_reports
  WHERE ((hand_cents > 0) AND (state = 'waiting'::text));

create view crew_of_trips as
 SELECT trip_crew.trip_id,
    trip_crew.member_id,
    trip_crew.role
   FROM trip_crew
UNION ALL
 SELECT g.trip_id,
    m.id AS member_id,
    'guide'::text AS role
   FROM (trip_guides g
     JOIN crew_members m ON ((m.user_id = g.user_id)))
  WHERE (g.removed_at IS NULL);

create view entries as
 SELECT id,
    from_account,
    to_account,
    amount_cents,
    kind,
    method,
    occurred_at,
    recorded_at,
    recorded_via,
    recorded_by,
    payer_name,
    note,
    provider,
    reference,
    fee_cents,
    settles_on,
    charge_id,
    refund_id,
    reverses,
    records_again,
    reservation_id,
    direction
   FROM transfers
  WHERE (reservation_id IS NOT NULL);

CREATE OR REPLACE FUNCTION public.add_guide_to_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into crew_members (id, user_id, is_guide, is_driver) values (new.id, new.id, true, false)
  on conflict (user_id) do update set is_guide = true, archived_at = null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.are_ads(ads jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_typeof(ads) = 'array' and jsonb_array_length(ads) <= 10, false)
    and not exists (
      select from jsonb_array_elements(ads) ad
      where not coalesce(jsonb_typeof(ad) = 'object' and ad - array['source', 'cents'] = '{}'
        and ad ->> 'source' ~ '^[a-z0-9][a-z0-9 ._+-]{0,59}$' and ad ->> 'cents' ~ '^[1-9][0-9]{0,7}$', false))
    and (select count(distinct ad ->> 'source') = count(*) from jsonb_array_elements(ads) ad)
$function$;

CREATE OR REPLACE FUNCTION public.blackened(content jsonb, hidden text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case jsonb_typeof(content)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, blackened(value, hidden)), '{}') from jsonb_each(content))
    when 'array' then (
      select coalesce(jsonb_agg(blackened(value, hidden) order by place), '[]')
      from jsonb_array_elements(content) with ordinality as elements (value, place))
    when 'string' then case
      when content #>> '{}' = '' then content
      -- Moments, which a timeline reads.
      when hidden is null and content #>> '{}' ~ '^\d{4}-\d{2}-\d{2}T[\d:.]+Z$' then content
      when hidden is null or mentions(content #>> '{}', hidden) then '"•••"'
      else content end
    else content end;
end $function$;

CREATE OR REPLACE FUNCTION public.check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong record;
  written jsonb := to_jsonb(new);
begin
  select a.id, a.balance_cents into wrong from accounts a
  where a.balance_cents is not null
    and a.id in ((written ->> 'id')::uuid, (written ->> 'from_account')::uuid, (written ->> 'to_account')::uuid)
    and (a.balance_cents > (select value_cents from gift_cards g where g.id = a.id)
      or a.balance_cents <> coalesce((select sum(amount_cents) from transfers where to_account = a.id), 0)
        - coalesce((select sum(amount_cents) from transfers where from_account = a.id), 0));
  if found then
    raise exception 'a balance of % in %', wrong.balance_cents, wrong.id
      using errcode = 'check_violation', constraint = 'accounts_balance_of_transfers';
  end if;
  if written ->> 'kind' = 'hand_in' and not exists (select from transfers counted
      where counted.records_again = (written ->> 'reverses')::uuid and counted.reference is null)
    or written ->> 'reservation_id' is not null and written ->> 'method' = 'cash' and written ->> 'reference' is null
      and not exists (select from transfers ending
        where ending.reverses = (written ->> 'records_again')::uuid and ending.kind = 'hand_in') then
    raise exception 'cash that is handed in counts, and cash that counts is handed in'
      using errcode = 'check_violation', constraint = 'transfers_cash_in_one_place';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  checked uuid;
  mark text;
  -- Whether more may be kept now than was received.
  may_keep_more boolean := false;
  r record;
  entries record;
  kept_cents bigint;
begin
  if tg_table_name = 'reservations' then
    checked := new.id;
    may_keep_more := new.received_cents < old.received_cents;
  elsif tg_table_name = 'transfers' then
    checked := coalesce(new.reservation_id, case new.kind when 'penalty' then new.from_account else new.to_account end);
    may_keep_more := new.kind = 'penalty';
  else checked := coalesce(new.reservation_id, old.reservation_id);
  end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_money', true) = mark and not may_keep_more then return null; end if;
  select received_cents, refunded_cents, credited_cents, refund_due_on,
    greatest(received_cents - case when is_active then total_cents else retained_cents end, 0) as owed_cents
  into r from reservations where id = checked;
  select
    coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0) as received_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end), 0)
      as refunded_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end)
      filter (where method = 'credit'), 0) as credited_cents
  into entries from transfers where reservation_id = checked;
  if row(entries.received_cents, entries.refunded_cents, entries.credited_cents)
      <> row(r.received_cents, r.refunded_cents, r.credited_cents) then
    raise exception 'a reservation of % with entries of %', r, entries
      using errcode = 'check_violation', constraint = 'reservations_money_of_ledger';
  end if;
  if may_keep_more then
    select coalesce(sum(penalty.amount_cents), 0) into kept_cents from transfers penalty
    where penalty.from_account = checked and penalty.kind = 'penalty'
      and (select reversal.id from transfers reversal where reversal.reverses = penalty.id) is null;
    if kept_cents > r.received_cents then
      raise exception '% kept of %', kept_cents, r
        using errcode = 'check_violation', constraint = 'reservations_kept_of_received';
    end if;
  end if;
  if r.owed_cents > 0 or r.refund_due_on is not null then
    select
      coalesce(sum(amount_cents) filter (where state = 'sent'), 0) as sent_cents,
      coalesce(sum(amount_cents) filter (where state = 'due'), 0) as due_cents,
      min(promised_for) as due_on
    into entries from refunds where reservation_id = checked and state in ('due', 'sent');
    if greatest(r.owed_cents - entries.sent_cents, 0) <> entries.due_cents
      or entries.due_on is distinct from r.refund_due_on then
      raise exception 'refunds of % for %', entries, r
        using errcode = 'check_violation', constraint = 'reservations_refund_due';
    end if;
  end if;
  perform set_config('passeio.checked_money', mark, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  checked uuid;
  mark text;
  r record;
begin
  if tg_table_name = 'reservations' then checked := new.id; else checked := new.reservation_id; end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_party', true) = mark then return null; end if;
  select reservation.places, reservation.total_cents, p.people, p.taken, p.without_lap, p.has_companion, l.sum_cents,
    l.fares, l.has_left
  into r
  from reservations reservation,
    lateral (
      select
        count(*) as people,
        count(*) filter (where one.takes_place) as taken,
        count(*) filter (where not one.takes_place and one.companion_id is null) as without_lap,
        count(one.companion_id) > 0 as has_companion
      from participants one where one.reservation_id = reservation.id and one.removed_at is null
    ) p,
    lateral (
      select
        coalesce(sum(line.quantity * line.unit_cents), 0) as sum_cents,
        count(*) filter (where line.kind = 'fare') as fares,
        coalesce(bool_or(line.participant_id is not null and not exists (
          select from participants one where one.id = line.participant_id and one.removed_at is null
        )), false) as has_left
      from reservation_lines line where line.reservation_id = reservation.id and line.ended_at is null
    ) l
  where reservation.id = checked;
  if not found then return null; end if;
  if r.taken <> r.places then
    raise exception '% places for % participants', r.places, r.taken
      using errcode = 'check_violation', constraint = 'reservations_places_of_party';
  elsif r.sum_cents <> r.total_cents then
    raise exception 'a total of % for lines of %', r.total_cents, r.sum_cents
      using errcode = 'check_violation', constraint = 'reservations_total_of_party';
  elsif r.fares <> r.people or r.has_left then
    raise exception '% fares for % participants, or a line of somebody who left', r.fares, r.people
      using errcode = 'check_violation', constraint = 'reservation_lines_of_party';
  elsif r.without_lap > 0 or (r.has_companion and exists (
    select from participants one join trips t on t.id = one.trip_id cross join operator o
    where one.reservation_id = checked and one.removed_at is null and one.companion_id is not null and not exists (
      select from participants other
      where other.id = one.companion_id and other.removed_at is null and other.takes_place
        and (other.birthdate is null
          or other.birthdate <= (t.departs_at at time zone o.time_zone)::date - interval '18 years')
    )
  )) then
    raise exception 'a lap child or minor without an adult of the reservation'
      using errcode = 'check_violation', constraint = 'participants_companion_is_adult';
  end if;
  perform set_config('passeio.checked_party', mark, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and not exists (
    select from reservations r join trips t on t.id = r.trip_id
    where r.id = new.reservation_id and t.id = new.trip_id and r.state = 'booked' and t.returns_at <= now()
  ) then
    raise exception 'nobody has returned' using errcode = 'check_violation', constraint = 'reviews_after_return';
  end if;
  -- What is read on the portal is what staff read before it was published.
  if tg_op = 'UPDATE' and old.published_at is not null and new.published_at is not null
    and (old.stars, old.sentence, old.may_publish) is distinct from (new.stars, new.sentence, new.may_publish) then
    raise exception 'it is published' using errcode = 'check_violation', constraint = 'reviews_published_are_fixed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_seats_of_trip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  checked uuid;
  capacity_of_trip integer;
  seats_of_trip integer;
begin
  if tg_table_name = 'trips' then checked := new.id;
  elsif tg_op = 'DELETE' then checked := old.trip_id;
  else checked := new.trip_id;
  end if;
  select capacity into capacity_of_trip from trips where id = checked for no key update;
  if not found then return null; end if;
  select sum(seats) into seats_of_trip from trip_vehicles where trip_id = checked;
  if capacity_of_trip > seats_of_trip then
    raise exception '% places in vehicles with % seats', capacity_of_trip, seats_of_trip
      using errcode = 'check_violation', constraint = 'trips_capacity_within_seats';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_settlement_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from trips where id = new.trip_id and returns_at <= new.created_at) then
    raise exception 'nobody has returned'
      using errcode = 'check_violation', constraint = 'settlement_reports_after_return';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids uuid[];
  s commission_statements;
  before commission_statements;
  found record;
begin
  if tg_table_name = 'commission_statements' then ids := array[new.id];
  else ids := array(select distinct statement_id from new_rows); end if;
  for s in select * from commission_statements where id = any (ids) loop
    select * into before from commission_statements where seller_id = s.seller_id and number = s.number - 1;
    select count(*) as entries,
      coalesce(sum(case t.kind when 'commission' then t.amount_cents else -t.amount_cents end), 0) as cents,
      coalesce(bool_and(t.commission_of is not null and s.seller_id in (t.from_account, t.to_account)), true) as are_own
    into found from commission_statement_entries e join transfers t on t.id = e.transfer_id where e.statement_id = s.id;
    if s.previous_hash is distinct from before.hash or s.month <= before.month or not found.are_own
        or s.carried_cents <> least(coalesce(before.total_cents, 0), 0) or s.entries <> found.entries
        or s.total_cents <> s.carried_cents + found.cents then
      raise exception 'statement % of % with entries of %', s.number, s.total_cents, found.cents
        using errcode = 'check_violation', constraint = 'commission_statements_of_entries';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  payer accounts;
  payee accounts;
  ends text;
  e transfers;
  is_reversed boolean;
  waits boolean;
begin
  -- Not by foreign keys, which would lock the row of an account that every payment shares.
  select * into payer from accounts where id = new.from_account;
  select * into payee from accounts where id = new.to_account;
  ends := payer.kind || ' ' || payee.kind;
  if not coalesce(case
      when new.kind in ('deposit', 'balance', 'full', 'extra') then payee.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payer.kind = 'stored_value'
        when new.method = 'cash' then payer.kind = 'office'
        else payer.kind in ('clearing', 'unknown') end
      when new.kind = 'refund' then payer.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payee.kind = 'stored_value'
        when new.method = 'cash' then payee.kind = 'office'
        else payee.kind = 'clearing' end
      when new.kind = 'chargeback' then ends = 'reservation clearing'
      when new.kind = 'reversal_out' then payer.kind = 'reservation'
      when new.kind = 'reversal_in' then payee.kind = 'reservation'
      when new.kind = 'sale' then payee.kind = 'stored_value' and payer.kind in ('clearing', 'unknown', 'office')
      when new.kind = 'sale_refund' then payer.kind = 'stored_value' and payee.kind in ('clearing', 'office')
      when new.kind = 'sale_chargeback' then payer.kind in ('stored_value', 'kept') and payee.kind = 'clearing'
      when new.kind = 'revocation' then ends = 'stored_value kept'
      when new.kind = 'reissue' then ends = 'kept stored_value'
      when new.kind = 'credit_move' then ends = 'stored_value stored_value'
      when new.kind = 'cash_report' then ends = 'reservation hand'
      when new.kind in ('hand_in', 'report_refusal') then ends = 'hand reservation'
      when new.kind = 'arrival' then ends = 'clearing unknown'
      when new.kind = 'arrival_end' then ends = 'unknown clearing'
      when new.kind = 'penalty' then ends = 'reservation kept'
      when new.kind = 'penalty_end' then ends = 'kept reservation'
      when new.kind = 'commission' then ends = 'kept seller'
      when new.kind = 'commission_end' then ends = 'seller kept'
      when new.kind = 'commission_payment' then ends = 'seller clearing' and new.reference is not null and exists (
        select from commission_statements s
        where s.id = new.statement_id and s.seller_id = payer.id and s.total_cents = new.amount_cents)
      end, false) then
    raise exception '% by % between % and %', new.kind, new.method, payer.kind, payee.kind
      using errcode = 'check_violation', constraint = 'transfers_accounts_of_kind';
  end if;
  if payer.closed_at is not null or payee.closed_at is not null then
    raise exception 'stored value that is closed'
      using errcode = 'check_violation', constraint = 'transfers_stored_value_is_open';
  end if;
  if new.reverses is not null then
    select * into e from transfers where id = new.reverses;
    if (e.from_account, e.to_account, e.amount_cents) <> (new.to_account, new.from_account, new.amount_cents)
      or e.reverses is not null or (e.kind = 'cash_report') <> (new.kind in ('hand_in', 'report_refusal')) then
      raise exception 'a reversal is the opposite of its transfer'
        using errcode = 'check_violation', constraint = 'transfers_reversal_is_opposite';
    end if;
    if new.kind = 'arrival_end' then
      new.provider := e.provider;
      new.reference := e.reference;
    end if;
  end if;
  if new.reference is not null then
    select t.* into e from transfers t
    where t.provider = new.provider and upper(t.reference) = upper(new.reference)
      and (
        select again.id from transfers again
        where again.provider = t.provider and upper(again.reference) = upper(t.reference) and again.records_again = t.id
      ) is null;
    is_reversed := exists (select from transfers where reverses = e.id);
    waits := e.kind = 'arrival' or is_reversed and e.from_account = own_account('unknown');
    -- Null where it follows nothing: refused unless it is the first.
    new.records_again := case
      when payer.kind = 'unknown' then case when waits and e.amount_cents = new.amount_cents then e.id end
      when not waits and (is_reversed or e.kind = 'arrival_end') then e.id end;
  elsif new.records_again is not null then
    -- Cash counts in the place of a guide's report, and waits again in the place of a payment that was reversed.
    select * into e from transfers where id = new.records_again;
    if not coalesce(new.method = 'cash' and e.method = 'cash' and e.amount_cents = new.amount_cents and case
        when new.kind = 'cash_report' then e.to_account = new.from_account
          and e.kind in ('deposit', 'balance', 'full', 'extra')
          and exists (select from transfers reversal where reversal.reverses = e.id)
        else new.kind in ('deposit', 'balance', 'full', 'extra')
          and e.kind = 'cash_report' and e.from_account = new.to_account end, false) then
      raise exception 'cash in the place of %', new.records_again
        using errcode = 'check_violation', constraint = 'transfers_cash_of_report';
    end if;
  end if;
  if payer.kind = 'unknown' and (new.reference is null or e.id is null) then
    raise exception 'no such money waits with the unknown payer'
      using errcode = 'check_violation', constraint = 'transfers_unknown_money_waits';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_unpaid_places(payer uuid, network text, trip uuid, asked integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  most integer := (select unpaid_places from operator);
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid places of ' || payer, 0));
  if asked > most - (
    select coalesce(sum(unpaid_places_of(r)), 0) from reservations r where r.user_id = payer and r.is_active
  ) - (
    select coalesce(sum(w.places), 0) from waiting_list_entries w
    where w.user_id = payer and w.state = 'waiting' and w.trip_id <> trip
  ) then
    raise exception 'too many unpaid places of %', payer
      using errcode = 'check_violation', constraint = 'unpaid_places_of_person';
  end if;
  if network is null then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('unpaid places from ' || network, 0));
  if asked > most - (
    select coalesce(sum(unpaid_places_of(r)), 0) from reservations r where r.client_network = network
  ) - (
    select coalesce(sum(w.places), 0) from waiting_list_entries w
    where w.client_network = network and w.state = 'waiting' and (w.trip_id <> trip or w.user_id <> payer)
  ) then
    raise exception 'too many unpaid places from %', network
      using errcode = 'check_violation', constraint = 'unpaid_places_from_address';
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_unseated_flag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.stands := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.close_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  closes timestamptz;
begin
  select returns_at + interval '1 day' into closes from trips where id = new.trip_id;
  if (new.reason is not null) <> (new.recorded_at >= closes) then
    raise exception 'taps have a reason after attendance has closed, and only then'
      using errcode = 'check_violation', constraint = 'boarding_taps_reason_once_closed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.commission_rule_of(seller uuid, trip uuid, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'value', c.value)
  from commission_rules c join trips t on t.id = trip
  where (c.seller_id is null or c.seller_id = seller) and (c.trip_id is null or c.trip_id = t.id)
    and (c.series_id is null or c.series_id = t.series_id) and c.since <= at and (c.ended_at is null or c.ended_at > at)
  order by c.trip_id is null, c.series_id is null, c.seller_id is null limit 1
$function$;

CREATE OR REPLACE FUNCTION public.count_allotment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  overtaken boolean;
begin
  update trips set places_set_aside = left_of_allotments(id)
  where id = coalesce(new.trip_id, old.trip_id)
  returning tg_op = 'INSERT' and is_for_waiting(capacity, places_taken + places_set_aside - new.places, smallest_waiting)
  into overtaken;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_coupon_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update coupons c set discounted_cents = discounted_cents + new.quantity * new.unit_cents
  from reservations r
  where c.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_coupon_of_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update coupons c set discounted_cents = discounted_cents + case when new.is_active then l.cents else -l.cents end
  from (
    select source_id, -sum(quantity * unit_cents)::integer as cents from reservation_lines
    where reservation_id = new.id and kind = 'discount' and ended_at is null group by source_id
  ) l
  where c.id = l.source_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_coupon_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most integer;
begin
  update coupons set uses = uses + case when new.is_active then 1 else -1 end where id = new.coupon_id
  returning max_uses_per_client into most;
  if new.is_active and most < (
    select count(*) from reservations where coupon_id = new.coupon_id and user_id = new.user_id and is_active
  ) then
    raise exception 'a coupon that this client has used'
      using errcode = 'check_violation', constraint = 'coupons_uses_per_client';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_extra()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update trip_extras e set taken = taken - new.quantity
  from reservations r
  where e.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_extras_of_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update trip_extras e set taken = taken + case when new.is_active then l.quantity else -l.quantity end
  from (
    select source_id, sum(quantity)::integer as quantity from reservation_lines
    where reservation_id = new.id and kind = 'extra' and ended_at is null group by source_id
  ) l
  where e.id = l.source_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  overtaken boolean;
begin
  if tg_op = 'INSERT' then
    -- Of nothing nothing is taken.
    update trips set places_taken = places_taken + new.places,
      places_set_aside = case when num_nonnulls(new.coupon_id, new.seller_id) = 0 or places_set_aside = 0
        then places_set_aside else left_of_allotments(id) end
    where id = new.trip_id
    returning with (old as before, new as after) new.channel <> 'waiting_list'
      and places_left(after.capacity, after.places_taken, after.places_set_aside)
        < places_left(before.capacity, before.places_taken, before.places_set_aside)
      and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
    into overtaken;
  elsif tg_op = 'DELETE' then
    update trips set places_taken = places_taken - d.places, places_set_aside = left_of_allotments(id)
    from (select trip_id, sum(places)::integer as places from old_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
  else
    with counted as (
      update trips set places_taken = places_taken + d.places,
        places_set_aside = case when d.has_own then left_of_allotments(id) else places_set_aside end
      from (
        select changes.trip_id, sum(changes.places)::integer as places, bool_or(changes.has_own) as has_own
        from (
          select trip_id, places, num_nonnulls(coupon_id, seller_id) > 0 as has_own from new_rows where is_active
          union all
          select trip_id, -places, num_nonnulls(coupon_id, seller_id) > 0 from old_rows where is_active
        ) changes group by changes.trip_id having sum(changes.places) <> 0
      ) d
      where trips.id = d.trip_id
      returning with (old as before, new as after) d.places > 0
        and places_left(after.capacity, after.places_taken, after.places_set_aside)
          < places_left(before.capacity, before.places_taken, before.places_set_aside)
        and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
        as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
  end if;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_places_of_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update trips set places_set_aside = left_of_allotments(id)
  where id = new.trip_id and exists (
    select from allotments where trip_id = new.trip_id and seller_id in (old.seller_id, new.seller_id)
      and ended_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  booked uuid;
  types uuid[];
begin
  if tg_table_name = 'reservations' then
    booked := new.id;
    select array_agg(distinct room_type_id) into types from reservation_rooms where reservation_id = new.id;
  else
    booked := new.reservation_id;
    select array[room_type_id] into types from reservation_rooms
    where id = new.source_id and reservation_id = new.reservation_id;
    if types is null then
      raise exception 'a room of another reservation'
        using errcode = 'foreign_key_violation', constraint = 'reservation_lines_room_of_reservation';
    end if;
  end if;
  perform from trip_room_types where id = any (types) order by id for no key update;
  if exists (
    select from reservation_lines l join reservation_rooms room on room.id = l.source_id
    join trip_room_types type on type.id = room.room_type_id
    where l.reservation_id = booked and l.kind = 'room' and l.ended_at is null and room.share is null
    group by room.id, type.places having count(*) > type.places
  ) then
    raise exception 'more people than beds'
      using errcode = 'check_violation', constraint = 'reservation_rooms_within_places';
  end if;
  update trip_room_types counted
  set private_rooms = counts.private_rooms, sharing_women = counts.women, sharing_men = counts.men, sharing_any = counts.anybody
  from (
    select type.id,
      (count(distinct room.id) filter (where room.share is null and l.id is not null))::integer as private_rooms,
      (count(l.id) filter (where room.share = 'women'))::integer as women,
      (count(l.id) filter (where room.share = 'men'))::integer as men,
      (count(l.id) filter (where room.share = 'any'))::integer as anybody
    from trip_room_types type
    left join reservation_rooms room on room.room_type_id = type.id
    left join reservations r on r.id = room.reservation_id and r.is_active and r.trip_id = type.trip_id
    left join reservation_lines l
      on l.reservation_id = r.id and l.source_id = room.id and l.kind = 'room' and l.ended_at is null
    where type.id = any (types)
    group by type.id
  ) counts
  where counted.id = counts.id and row(counted.private_rooms, counted.sharing_women, counted.sharing_men, counted.sharing_any)
    <> row(counts.private_rooms, counts.women, counts.men, counts.anybody);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_sold_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sold record;
begin
  for sold in
    select l.kind, l.source_id, r.trip_id, sum(l.quantity)::integer as quantity,
      sum(l.quantity * l.unit_cents)::integer as cents
    from new_lines l join reservations r on r.id = l.reservation_id
    where l.kind in ('extra', 'discount') and l.ended_at is null and r.is_active
    group by l.kind, l.source_id, r.trip_id
    -- All lock them in one order.
    order by l.kind, l.source_id
  loop
    if sold.kind = 'discount' then
      update coupons set discounted_cents = discounted_cents - sold.cents where id = sold.source_id;
    else
      update trip_extras set taken = taken + sold.quantity where id = sold.source_id and trip_id = sold.trip_id;
      if not found and exists (select from trip_extras where id = sold.source_id) then
        raise exception 'an extra of another trip'
          using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
      end if;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_version_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fits_rooms(trip uuid, party jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with sleepers as (
    select coalesce(sum(entry.count), 0) as people,
      sum(entry.count) filter (where f.max_age is null or f.max_age >= 18) as adults
    from jsonb_to_recordset(party) as entry ("fareId" uuid, count integer)
    join trip_fares f on f.id = entry."fareId" and f.trip_id = trip and f.takes_place
  ), types as (
    select id, places, greatest(count - private_rooms - (sharing_women + places - 1) / places
      - (sharing_men + places - 1) / places - (sharing_any + places - 1) / places, 0) as rooms_left
    from trip_room_types where trip_id = trip and ended_at is null
  ), ordered as (
    select places, rooms_left, sum(rooms_left) over (order by places desc, id) - rooms_left as larger from types
  )
  select count(places) = 0 or min(people) <= sum(places * least(rooms_left,
    greatest(coalesce(nullif(adults, 0), people) - larger, 0)))
  from sleepers left join ordered on true
$function$;

CREATE OR REPLACE FUNCTION public.fits_rooms(trip uuid, party jsonb, with_share text, sharers integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with types as (
    select id, places, greatest(count - private_rooms - (sharing_women + places - 1) / places
      - (sharing_men + places - 1) / places - (sharing_any + places - 1) / places, 0) as rooms_left,
      case with_share when 'women' then sharing_women when 'men' then sharing_men else sharing_any end as sharing
    from trip_room_types where trip_id = trip and ended_at is null
  ), begun as (
    -- Rooms that the sharers begin in each type that has some left for them.
    select id as type_id, rooms from types,
      lateral (select (sharers + sharing + places - 1) / places - (sharing + places - 1) / places as rooms) needed
    where places > 1 and rooms <= rooms_left
  ), alone as (
    select coalesce(sum(entry.count), 0) - sharers as people,
      coalesce(sum(entry.count) filter (where f.max_age is null or f.max_age >= 18), 0) - sharers as adults
    from jsonb_to_recordset(party) as entry ("fareId" uuid, count integer)
    join trip_fares f on f.id = entry."fareId" and f.trip_id = trip and f.takes_place
  ), ordered as (
    select type_id, places, left_over, sum(left_over) over larger - left_over as larger
    from begun, types, lateral (select rooms_left - case when id = type_id then rooms else 0 end as left_over) rest
    window larger as (partition by type_id order by places desc, id)
  )
  select case when sharers is null then fits_rooms(trip, party)
    else not exists (select from types) or exists (
      select from ordered, alone group by type_id, people, adults
      having adults >= 0 and people <= sum(places * least(left_over, greatest(adults - larger, 0)))
    ) end
$function$;

CREATE OR REPLACE FUNCTION public.follow_rooms_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  trip uuid := coalesce(new.trip_id, old.trip_id);
begin
  perform from trips where id = trip for no key update;
  perform write_smallest_waiting(trip);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_network_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.client_network := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_network_of_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if unpaid_places_of(new) = 0 then
    new.client_network := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.free_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.seat := null;
  new.trip_vehicle_id := null;
  new.stands := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.has_boarding_point(trip uuid, point uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM trips t WHERE ((t.id = has_boarding_point.trip) AND (t.boarding_points @> jsonb_build_array(jsonb_build_object('id', has_boarding_point.point))))));

CREATE OR REPLACE FUNCTION public.has_seat(seat_map jsonb, label text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_path_exists(seat_map, '$[*][*]?(@."kind" == "seat" && @."label" == $"label")'::jsonpath, jsonb_build_object('label', label));

CREATE OR REPLACE FUNCTION public.hash_final_manifest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.content_hash = encode(sha256(convert_to(new.content::text, 'UTF8')), 'hex');
  new.people = jsonb_array_length(new.content -> 'passengers');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.held_places_of(booked uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer from participants p
  where p.reservation_id = booked and p.held_until is not null and p.removed_at is null and p.takes_place
$function$;

CREATE OR REPLACE FUNCTION public.is_erasure(before jsonb, after jsonb, columns text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('passeio.erasing', true), '') = 'on'
    and before - columns = after - columns
    and not exists (
      select from unnest(columns) as one
      where after -> one is distinct from before -> one
        and jsonb_typeof(after -> one) = 'string' and after ->> one not in ('', '•••')
    )
$function$;

CREATE OR REPLACE FUNCTION public.is_for_waiting(capacity integer, places_taken integer, smallest_waiting integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((smallest_waiting <= (capacity - places_taken)), false);

CREATE OR REPLACE FUNCTION public.is_touch(touch jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(
    jsonb_typeof(touch) = 'object'
    and touch - array['source', 'medium', 'campaign', 'referrer', 'seller', 'at'] = '{}'
    and touch ->> 'source' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'medium' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'campaign' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'referrer' in ('search', 'social', 'other', 'direct')
    and coalesce(touch ->> 'seller', '') ~ '^([0-9A-Z]{7})?$'
    and touch ->> 'at' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$', false)
$function$;

CREATE OR REPLACE FUNCTION public.keep_adjustment_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from transfers entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents <= c.amount_cents
      and new.unit_cents + (
        select coalesce(sum(line.unit_cents), 0) from transfers other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
        between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_adjustment_of_reversed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from reservation_lines
    where source_id = new.reverses and kind = 'payment_adjustment' and ended_at is null
  ) then
    raise exception 'an adjustment of a reversed payment'
      using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_first_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.published_at := case
    when tg_op = 'UPDATE' and old.published_at is not null then old.published_at
    when new.is_active then now()
  end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_issued_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  may_change text[] := array['state', 'messages', 'next_try_at', 'tries', 'access_key', 'note_number', 'note',
    'look_up_url', 'authorised_at', 'cancellation', 'cancellation_requested_at', 'cancellation_event', 'cancelled_at',
    'replaced_at'];
  texts text[] := array['payer_name', 'payer_tax_id', 'description', 'declaration', 'note', 'cancellation',
    'cancellation_event', 'messages'];
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), texts) then
    return new;
  end if;
  if to_jsonb(old) - may_change is distinct from to_jsonb(new) - may_change
    or (old.state <> new.state
      and (old.state, new.state) not in (('sent', 'authorised'), ('sent', 'rejected'), ('authorised', 'cancelled'),
        ('authorised', 'replaced')))
    or (old.note is not null and (old.access_key, old.note_number, old.note, old.look_up_url, old.authorised_at)
      is distinct from (new.access_key, new.note_number, new.note, new.look_up_url, new.authorised_at))
  then
    raise exception 'a note that was sent stays as it is'
      using errcode = 'check_violation', constraint = 'issued_invoices_are_final';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_means_of_trip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'unknown means of payment'
    using errcode = 'check_violation', constraint = 'trips_payment_means_check';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_message_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if message_status_rank(new.status) < message_status_rank(old.status)
    or (old.wamid is not null and new.wamid is distinct from old.wamid)
    or (old.fell_back_to is not null and new.fell_back_to is distinct from old.fell_back_to)
  then
    raise exception 'a message does not go back'
      using errcode = 'check_violation', constraint = 'conversation_messages_go_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_places_of_sold_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'somebody sleeps there'
    using errcode = 'check_violation', constraint = 'trip_room_types_places_of_sold';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a room stays what was sold' using errcode = 'check_violation', constraint = 'reservation_rooms_stay';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_extra()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text := case
    when not new.position >= 0 then 'trip_extras_position_check'
    when not new.label <> '' then 'trip_extras_label_check'
    when not new.price_cents >= 0 then 'trip_extras_price_cents_check'
    when not new.per in ('participant', 'reservation') then 'trip_extras_per_check'
    when not (new.min_quantity >= 0 and new.max_quantity >= greatest(new.min_quantity, 1)) then 'trip_extras_quantities'
    when not new.sold_until_hours >= 0 then 'trip_extras_sold_until_hours_check'
    when not new.stock >= 0 then 'trip_extras_stock_check'
    when not new.taken >= 0 then 'trip_extras_taken_check'
    when new.taken > new.stock then 'trip_extras_taken_within_stock'
    when not new.choice in ('optional', 'preselected', 'required') then 'trip_extras_choice_check'
    when not new.min_age >= 0 or not new.max_age >= 0 or new.min_age > new.max_age then 'trip_extras_ages'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'an extra that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_instalments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  days date[];
  cents integer[];
begin
  select array_agg((one ->> 'dueOn')::date), array_agg((one ->> 'cents')::integer) into days, cents
  from jsonb_array_elements(new.instalments) as one;
  if cardinality(cents) between 1 and 12 and 0 < all (cents)
    and new.deposit_cents + (select sum(one) from unnest(cents) as one) = new.total_cents
    and days = (select array_agg(distinct one order by one) from unnest(days) as one) then
    return new;
  end if;
  raise exception 'instalments that are not the balance'
    using errcode = 'check_violation', constraint = 'reservations_instalments_are_balance';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text := case
    when not new.kind in ('fare', 'extra', 'room', 'discount', 'adjustment', 'penalty', 'payment_adjustment')
      then 'reservation_lines_kind_check'
    when not new.label <> '' then 'reservation_lines_label_check'
    when not new.quantity > 0 then 'reservation_lines_quantity_check'
    when new.kind in ('fare', 'room') and new.participant_id is null then 'reservation_lines_fare_of_person'
    when new.kind = 'payment_adjustment' and (new.participant_id is not null or new.quantity <> 1)
      then 'reservation_lines_adjustment_of_whole'
    when not case new.kind
        when 'fare' then new.unit_cents >= 0
        when 'extra' then new.unit_cents >= 0
        when 'room' then new.unit_cents >= 0
        when 'discount' then new.unit_cents < 0
        when 'adjustment' then new.unit_cents <> 0
        when 'payment_adjustment' then new.unit_cents <> 0
        else new.unit_cents > 0 end
      then 'reservation_lines_sign'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a line that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_participant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text := case
    when not new.position >= 0 then 'participants_position_check'
    when not new.cpf ~ '^[0-9]{11}$' then 'participants_cpf_check'
    when not new.contact ~ '^\+[0-9]{8,15}$' then 'participants_contact_check'
    when not new.document_type in ('rg', 'cin', 'passport', 'birth_certificate', 'cnh')
      then 'participants_document_type_check'
    when not length(new.notes) between 1 and 200 then 'participants_notes_check'
    when new.companion_id = new.id then 'participants_not_their_own_companion'
    when new.boarded_at is not null and new.missed_at is not null then 'participants_attendance'
    when not new.held_deposit_cents > 0 then 'participants_held_deposit_cents_check'
    when (new.held_until is null) <> (new.held_deposit_cents is null) then 'participants_held_for'
    when new.held_until is not null and new.let_go_until is not null then 'participants_held_or_let_go'
    when (new.seat is null) <> (new.trip_vehicle_id is null) then 'participants_seat_in_vehicle'
    when new.seat is not null and new.stands then 'participants_stand_without_seat'
    when new.seat is not null and not (new.is_active and new.removed_at is null and new.takes_place)
      then 'participants_seated_are_going'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a participant who breaks %', broken using errcode = 'check_violation', constraint = broken;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.plan_instalments between 1 and 12 and new.plan_last_due_days between 0 and 365 then return new; end if;
  raise exception 'a plan of other instalments' using errcode = 'check_violation', constraint = 'trips_payment_plan';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text := case
    when not new.code ~ '^[0-9A-Z]{6}$' then 'reservations_code_check'
    when not new.channel in ('site', 'operator', 'waiting_list') then 'reservations_channel_check'
    when not new.places > 0 then 'reservations_places_check'
    when not new.total_cents >= 0 then 'reservations_total_cents_check'
    when not new.deposit_cents between 0 and new.total_cents then 'reservations_check'
    when not new.received_cents >= 0 then 'reservations_received_cents_check'
    when not new.refunded_cents >= 0 then 'reservations_refunded_cents_check'
    when not new.credited_cents >= 0 then 'reservations_credited_cents_check'
    when not (new.retained_cents >= 0 and (new.retained_cents = 0 or new.state = 'cancelled'))
      then 'reservations_retained_of_cancelled'
    when (new.state = 'cancelled') <> (new.cancelled_at is not null) then 'reservations_cancelled_when'
    when new.state = 'requested'
        and (new.requested_at is null or new.answered_at is not null or new.hold_expires_at is null)
      then 'reservations_requested_when'
    when new.answered_at is not null and new.requested_at is null then 'reservations_answered_what'
    when new.refusal is not null and (new.state <> 'cancelled' or new.answered_at is null)
      then 'reservations_refused_what'
    when new.choose_until is not null and new.state not in ('held', 'booked') then 'reservations_choose_while_active'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a reservation that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rules_of_trip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text := case
    when not new.returns_at > new.departs_at then 'trips_return_after_departure'
    when not new.slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'trips_slug_check'
    when not new.capacity > 0 then 'trips_capacity_check'
    when not new.min_participants >= 0 then 'trips_min_participants_check'
    when not new.min_participants <= new.capacity then 'trips_minimum_within_capacity'
    when not new.price_cents >= 0 then 'trips_price_cents_check'
    when not new.deposit_percent between 0 and 100 then 'trips_deposit_percent_check'
    when not new.balance_due_hours between 1 and 8760 then 'trips_balance_due_hours_check'
    when not jsonb_typeof(new.cancellation_tiers) = 'array' then 'trips_cancellation_tiers_check'
    when (new.guaranteed_at is null) <> (new.guaranteed_by is null) then 'trips_guaranteed_by_whom'
    when new.archived_at is not null and new.is_active then 'trips_archived_are_inactive'
    when new.cancelled_at is not null and new.is_active then 'trips_cancelled_are_inactive'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a trip that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_sold_extra()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from reservation_lines where kind = 'extra' and source_id = old.id) then
    raise exception 'an extra that was sold'
      using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.left_of_allotments(trip uuid, coupon uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  return (
    select coalesce(sum(greatest(a.places - taken_of_allotment(a), 0)), 0)
    from allotments a
    where a.trip_id = trip and a.ended_at is null and (coupon is null or a.coupon_id = coupon)
  );
end $function$;

CREATE OR REPLACE FUNCTION public.left_of_seller(trip uuid, seller uuid, coupon uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from allotments c where c.coupon_id = coupon and c.trip_id = trip and c.ended_at is null) then
    return 0;
  end if;
  return (
    select coalesce(sum(greatest(a.places - taken_of_allotment(a), 0)), 0)
    from allotments a where a.trip_id = trip and a.ended_at is null and a.seller_id = seller
  );
end $function$;

CREATE OR REPLACE FUNCTION public.lock_statements()
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtext('statements'))
$function$;

CREATE OR REPLACE FUNCTION public.mentions(said text, hidden text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select exists (select from unnest(hidden) as word where strpos(lower(said), lower(word)) > 0)
$function$;

CREATE OR REPLACE FUNCTION public.message_status_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_position(array['received', 'queued', 'unknown', 'sent', 'failed', 'delivered', 'read'], status)
$function$;

CREATE OR REPLACE FUNCTION public.next_instalment_at(agreed jsonb, deposit integer, total integer, received integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (value ->> 'dueAt')::timestamptz from (
    select *, lag(asked, 1, least(deposit, total)::bigint) over (order by ordinality) as asked_before from (
      select value, ordinality, case when ordinality = jsonb_array_length(agreed) then total
        else least(total, deposit + sum((value ->> 'cents')::integer) over (order by ordinality)) end as asked
      from jsonb_array_elements(agreed) with ordinality
    ) each_one
  ) one
  where asked > received and asked > asked_before
  order by ordinality limit 1
$function$;

CREATE OR REPLACE FUNCTION public.own_account(kind text, name text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN (md5(((kind || ' '::text) || name)))::uuid;

CREATE OR REPLACE FUNCTION public.places_left(capacity integer, places_taken integer, places_set_aside integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((capacity - places_taken) - places_set_aside);

CREATE OR REPLACE FUNCTION public.refuse_archiving_with_reservations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.departs_at > now() and exists (select from reservations r where r.trip_id = new.id and r.is_active) then
    raise exception 'people are going'
      using errcode = 'check_violation', constraint = 'trips_archived_without_reservations';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'transfers' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{payer_name,note,direction,reservation_id}') then return new; end if;
  end if;
  raise exception 'the book is never changed; record the opposite'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_commission_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(old) - 'ended_at' = to_jsonb(new) - 'ended_at' and old.ended_at is null then return new; end if;
  raise exception 'a rule of commission is not changed; it ends'
    using errcode = 'check_violation', constraint = 'commission_rules_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_final_manifest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.content = without_people(old.content)
      and to_jsonb(new) - '{content,erased_at}'::text[] = to_jsonb(old) - '{content,erased_at}'::text[]
      and exists (select from trips t, operator o
        where t.id = old.trip_id and t.returns_at + make_interval(days => o.list_days) < now())
    then
      return new;
    end if;
    if is_erasure(to_jsonb(old), to_jsonb(new), '{content}') then
      return new;
    end if;
  end if;
  raise exception 'closed lists are never changed'
    using errcode = 'check_violation', constraint = 'final_manifests_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if is_erasure(to_jsonb(old), to_jsonb(new),
      '{actor_name,address,device,subject_label,changes,search_text}') then return new; end if;
  elsif tg_op = 'DELETE' then
    if coalesce(current_setting('passeio.erasing', true), '') = 'on'
      and old.at < date_trunc('year', now()) - interval '6 years' then return old; end if;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'check_violation', constraint = 'audit_is_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_settlement_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'closed accounts are never changed'
    using errcode = 'check_violation', constraint = 'settlement_reports_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a statement of commission is final; what comes later stands in the next'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_charge_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if row(old.reservation_id, old.participant_id, old.gift_card_id, old.amount_cents, old.adjustment_cents,
        old.reference, old.purpose)
      is distinct from row(new.reservation_id, new.participant_id, new.gift_card_id, new.amount_cents,
        new.adjustment_cents, new.reference, new.purpose)
    -- A provider may turn out to have no due dates; then the charge goes on without.
    or (old.due_on is distinct from new.due_on and (new.due_on is not null or old.payload is not null))
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% are not deleted', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'attendance follows from the taps'
      using errcode = 'check_violation', constraint = 'participants_attendance_by_taps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_count_of_coupon()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'uses of a coupon follow from reservations'
      using errcode = 'check_violation', constraint = 'coupons_counts_follow_reservations';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'places_taken follows from the reservations'
      using errcode = 'check_violation', constraint = 'trips_places_follow_reservations';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_rooms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'rooms taken follow from the lines of reservations'
      using errcode = 'check_violation', constraint = 'trip_room_types_follow_lines';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_taken()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'taken follows from the lines of reservations'
      using errcode = 'check_violation', constraint = 'trip_extras_taken_follows_lines';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_boarding_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from trips t
  where t.id = new.trip_id
    and t.boarding_points @> jsonb_build_array(jsonb_build_object('id', new.boarding_point_id));
  if not found then
    raise exception 'the trip has no boarding point %', new.boarding_point_id
      using errcode = 'check_violation', constraint = 'participants_boarding_point_of_trip';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_guide_with_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  has_account boolean;
begin
  if tg_table_name = 'trip_crew' then
    -- Locked, so that the member gets no account meanwhile.
    select user_id is not null into has_account from crew_members where id = new.member_id for key share;
  else
    has_account := exists (select from trip_crew where member_id = new.id and role = 'guide');
  end if;
  if has_account then
    raise exception 'guides with an account are in trip_guides'
      using errcode = 'check_violation', constraint = 'trip_crew_without_accounts';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_boarding_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from participants p
    where p.trip_id = new.id and p.is_active and p.removed_at is null and p.boarding_point_id is not null
      and not new.boarding_points @> jsonb_build_array(jsonb_build_object('id', p.boarding_point_id))
  ) then
    raise exception 'somebody boards there'
      using errcode = 'check_violation', constraint = 'trips_boarding_point_in_use';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_last_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- One at a time, or two could each see the other one stay.
  perform pg_advisory_xact_lock(hashtext('last administrator'));
  if not exists (select from users where role = 'ADMIN' and not is_disabled and id <> old.id) then
    raise exception 'the last administrator stays'
      using errcode = 'check_violation', constraint = 'users_last_administrator';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'due' and (tg_op = 'DELETE' or new.amount_cents <> old.amount_cents
    or (old.state = 'paid' and new.state <> 'paid')) then
    raise exception 'a refund that was sent stays'
      using errcode = 'check_violation', constraint = 'refunds_sent_are_final';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from participants p where p.trip_vehicle_id = new.id and not has_seat(new.seat_map, p.seat)) then
    raise exception 'somebody sits there' using errcode = 'check_violation', constraint = 'trip_vehicles_seats_in_use';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_places_of_cancelled_trip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the departure was cancelled'
    using errcode = 'check_violation', constraint = 'trips_cancelled_take_nobody';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_uncounted_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from reservations r where r.id = new.reservation_id and r.has_rooms) then return null; end if;
  raise exception 'a room of a reservation without rooms'
    using errcode = 'check_violation', constraint = 'reservation_rooms_of_reservation_with_rooms';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_undoing_notified_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'people were notified'
    using errcode = 'check_violation', constraint = 'trip_cancellations_notified_stay';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from trip_vehicles v where v.id = new.trip_vehicle_id and has_seat(v.seat_map, new.seat) for share;
  if not found then
    raise exception 'the vehicle has no seat %', new.seat
      using errcode = 'check_violation', constraint = 'participants_seat_of_vehicle';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from reservation_state_transitions t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'a reservation cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'reservations_known_transition';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_waiting_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if row(old.state, new.state) not in (
    row('waiting', 'offered'), row('waiting', 'lapsed'), row('waiting', 'left'),
    row('offered', 'taken'), row('offered', 'lapsed'), row('offered', 'left')
  ) then
    raise exception 'a waiting list entry cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'waiting_list_known_transition';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.searchable(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value));

CREATE OR REPLACE FUNCTION public.searchable_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (' '::text || TRIM(BOTH FROM regexp_replace(searchable(value), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'::text, ' '::text, 'g'::text)));

CREATE OR REPLACE FUNCTION public.seats_of(seat_map jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_array_length(jsonb_path_query_array(seat_map, '$[*][*]?(@."kind" == "seat")'::jsonpath));

CREATE OR REPLACE FUNCTION public.set_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from participants p where p.id in (select participant_id from new_rows) order by p.id for no key update;
  update participants p set
    boarded_at = case when last.decision = 'boarded' then last.decided_at end,
    missed_at = case when last.decision = 'missed' then last.decided_at end
  from (select distinct participant_id, trip_id from new_rows) tapped
  cross join lateral (
    select t.decision, t.decided_at from boarding_taps t
    where t.trip_id = tapped.trip_id and t.participant_id = tapped.participant_id
    order by t.decided_at desc, t.id desc limit 1
  ) last
  where p.id = tapped.participant_id and p.trip_id = tapped.trip_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.set_tap_decided_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.decided_at := least(
    new.tapped_at + new.clock_offset_ms * interval '1 millisecond', date_trunc('milliseconds', new.recorded_at));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.start_clock_of_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.clock_stopped_at := new.receipt_submitted_at;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.start_without_set_aside()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.places_set_aside := 0;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.taken_of_allotment(a allotments)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  if a.coupon_id is not null then
    return (select coalesce(sum(places), 0) from reservations
      where coupon_id = a.coupon_id and trip_id = a.trip_id and is_active);
  end if;
  return (select coalesce(sum(r.places), 0) from reservations r
    where r.seller_id = a.seller_id and r.trip_id = a.trip_id and r.is_active and not exists (
      select from allotments c where c.coupon_id = r.coupon_id and c.trip_id = r.trip_id and c.ended_at is null));
end $function$;

CREATE OR REPLACE FUNCTION public.tell_operator_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('passeio_content', ' operator');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_trip_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('passeio_content', ' trip:' || (to_jsonb(coalesce(new, old)) ->> tg_argv[0]));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.unpaid_places_of(r reservations)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when r.state in ('requested', 'held') then case when r.channel = 'operator' then 0 else r.places end
    when r.state <> 'booked' then 0
    when r.channel <> 'operator' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else held_places_of(r.id) end
$function$;

CREATE OR REPLACE FUNCTION public.unpaid_places_of_seller(seller uuid)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select coalesce(sum(unpaid_places_of(r)), 0)::integer from reservations r
  where r.seller_id = seller and r.seller_way = 'seller' and r.is_active
$function$;

CREATE OR REPLACE FUNCTION public.without_people(content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_set(content, '{passengers}'::text[], '[]'::jsonb) || jsonb_build_object('details', ((content -> 'details'::text) || '{"guide": "", "driver": ""}'::jsonb)));

CREATE OR REPLACE FUNCTION public.write_smallest_waiting(trip uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update trips set smallest_waiting = smallest.places
  from (
    select min(w.places) as places from waiting_list_entries w join trips t on t.id = w.trip_id
    where w.trip_id = trip and w.state = 'waiting' and (not t.has_rooms or fits_rooms(trip, w.party, w.share, w.sharers))
  ) smallest
  where trips.id = trip and trips.smallest_waiting is distinct from smallest.places
$function$;
