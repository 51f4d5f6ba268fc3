-- What the operator and its accountant decided about notes of service (NFS-e); no row: nothing yet. Codes as the
-- national layout has them.
create table fiscal_settings (
  only_row boolean primary key default true check (only_row),
  municipality text not null check (municipality ~ '^[0-9]{7}$'),
  municipal_registration text not null check (char_length(municipal_registration) <= 15),
  simples_option text not null check (simples_option in ('1', '2', '3')),
  simples_regime text not null,
  special_regime text not null check (special_regime ~ '^[0-6]$'),
  service_code text not null check (service_code ~ '^[0-9]{6}$'),
  municipal_code text not null check (municipal_code ~ '^([0-9]{3})?$'),
  nbs_code text not null check (nbs_code ~ '^[0-9]{9}$'),
  -- In hundredths of a percent.
  rate integer check (rate between 0 and 500),
  approximate_taxes integer check (approximate_taxes between 0 and 9999),
  own_percent integer not null check (own_percent between 1 and 100),
  series integer not null check (series between 1 and 49999),
  allows_unnamed boolean not null,
  constraint fiscal_settings_simples check (
    case simples_option when '3' then simples_regime in ('1', '2', '3') and approximate_taxes is not null
      else simples_regime = '' and approximate_taxes is null end)
);

-- The last number that was given to a note, for each series of an issuer. The row is locked by the transaction that
-- writes the note, so that no number is given twice, or lost.
create table invoice_numbers (
  environment text not null check (environment in ('1', '2')),
  tax_id text not null check (tax_id ~ '^[0-9]{14}$'),
  municipality text not null check (municipality ~ '^[0-9]{7}$'),
  series integer not null check (series between 1 and 49999),
  last bigint not null check (last between 1 and 999999999999999),
  primary key (environment, tax_id, municipality, series)
);

-- Notes that are issued here. `declaration` has the bytes that are sent, however often. `messages` is what the
-- government said last, in its codes and words: [{code, text}].
create table issued_invoices (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  state text not null check (state in ('sent', 'authorised', 'rejected', 'cancelled')),
  environment text not null check (environment in ('1', '2')),
  series integer not null check (series between 1 and 49999),
  number bigint not null check (number between 1 and 999999999999999),
  declaration_id text not null constraint issued_invoices_one_each unique check (declaration_id ~ '^DPS[0-9]{42}$'),
  declaration text not null,
  amount_cents integer not null check (amount_cents > 0),
  payer_name text not null check (char_length(payer_name) <= 300),
  payer_tax_id text not null check (payer_tax_id ~ '^([0-9]{11}|[0-9]{14})?$'),
  description text not null check (char_length(description) <= 2000),
  requested_by uuid not null references users,
  created_at timestamptz not null default now(),
  messages jsonb not null default '[]' check (jsonb_typeof(messages) = 'array'),
  -- What is open is tried again then; a server that tries has it for itself until then.
  next_try_at timestamptz default now(),
  tries integer not null default 0,
  access_key text constraint issued_invoices_one_key unique check (access_key ~ '^[0-9]{50}$'),
  note_number text check (note_number ~ '^[0-9]{1,13}$'),
  note text,
  -- Where anybody looks the note up.
  look_up_url text,
  authorised_at timestamptz,
  -- The event that cancels a note, as it is sent, and as the government registered it.
  cancellation text,
  cancellation_requested_at timestamptz,
  cancellation_event text,
  cancelled_at timestamptz,
  constraint issued_invoices_authorised check (
    num_nonnulls(access_key, note_number, note, look_up_url, authorised_at)
      = case when state in ('authorised', 'cancelled') then 5 else 0 end),
  constraint issued_invoices_cancelled check (
    (state = 'cancelled') = (cancelled_at is not null) and (state = 'cancelled') = (cancellation_event is not null)
    and (cancellation is null) = (cancellation_requested_at is null)
    and (cancellation is null or state in ('authorised', 'cancelled'))),
  constraint issued_invoices_open check (
    (next_try_at is not null) = (state = 'sent' or state = 'authorised' and cancellation is not null))
);
create index issued_invoices_by_reservation on issued_invoices (reservation_id);
-- A reservation waits for one note at a time; notes for tests do not count beside others.
create unique index issued_invoices_one_open on issued_invoices (reservation_id, environment) where state = 'sent';
create index issued_invoices_due on issued_invoices (next_try_at) where next_try_at is not null;

-- The name of the constraint is "issued_invoices_are_final": what was sent stays as it is, and states follow one
-- another as contract/src/payments/issued-invoices.ts says, which a test compares.
create function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  may_change text[] := array['state', 'messages', 'next_try_at', 'tries', 'access_key', 'note_number', 'note',
    'look_up_url', 'authorised_at', 'cancellation', 'cancellation_requested_at', 'cancellation_event', 'cancelled_at'];
  texts text[] := array['payer_name', 'payer_tax_id', 'description', 'declaration', 'note', 'cancellation',
    'cancellation_event', 'messages'];
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), texts) then
    return new;
  end if;
  if to_jsonb(old) - may_change is distinct from to_jsonb(new) - may_change
    or (old.state <> new.state
      and (old.state, new.state) not in (('sent', 'authorised'), ('sent', 'rejected'), ('authorised', 'cancelled')))
    or (old.note is not null and (old.access_key, old.note_number, old.note, old.look_up_url, old.authorised_at)
      is distinct from (new.access_key, new.note_number, new.note, new.look_up_url, new.authorised_at))
  then
    raise exception 'a note that was sent stays as it is'
      using errcode = 'check_violation', constraint = 'issued_invoices_are_final';
  end if;
  return new;
end $$;
create trigger issued_invoices_stay before update on issued_invoices
  for each row execute function keep_issued_invoice();
create trigger issued_invoices_are_final before delete on issued_invoices
  for each row execute function refuse_deletion();
