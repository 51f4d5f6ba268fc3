-- The operator's travel contract with fields as in "{cliente}"; empty: there is none.
alter table operator add column contract_text text not null default '';

-- The terms of a trip of its own instead of the operator's; an empty text: that trip has no contract.
create table trip_contracts (
  trip_id uuid primary key references trips on delete cascade,
  text text not null
);

-- Every text that somebody accepted, once, by its hash.
create table contract_texts (
  version text primary key check (version = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  text text not null,
  since timestamptz not null default now()
);
create trigger contract_texts_are_final before update or delete on contract_texts
  for each row execute function refuse_deletion();

-- Who accepted which text for a reservation, and what stood in its fields then.
create table contract_acceptances (
  reservation_id uuid primary key references reservations,
  version text not null references contract_texts,
  field_values jsonb not null,
  -- By telephone, staff says so.
  channel text not null check (channel in ('account', 'link', 'phone')),
  accepted_by text not null,
  address text not null,
  user_id uuid references users,
  accepted_at timestamptz not null default now()
);
create trigger contract_acceptances_are_final before update on contract_acceptances
  for each row execute function refuse_deletion();
create trigger contract_acceptances_stay before delete on contract_acceptances for each row
  when (coalesce(current_setting('passeio.erasing', true), '') <> 'on') execute function refuse_deletion();
