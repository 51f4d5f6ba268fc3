-- Guests: people whom staff created; they have no identity yet, and their data may be incomplete.
alter table users
  alter column issuer drop not null,
  alter column subject drop not null,
  alter column email drop not null,
  alter column cpf drop not null,
  alter column rg drop not null,
  alter column emitter drop not null,
  alter column birthdate drop not null,
  add constraint users_identity_is_whole check ((issuer is null) = (subject is null)),
  add constraint users_with_identity_are_complete check (
    issuer is null or num_nulls(email, cpf, rg, emitter, birthdate) = 0
  ),
  drop column search_text;
alter table users
  add column search_text text generated always as (
    searchable(name || ' ' || coalesce(email, '') || ' ' || coalesce(cpf, '') || ' ' || contact)
  ) stored;
create index users_search_idx on users using gin (search_text gin_trgm_ops);
create index users_role_idx on users (role, searchable(name), id) where role <> 'CLIENT';

-- At least one enabled administrator must remain, who can give others access.
create function refuse_loss_of_last_administrator() returns trigger language plpgsql as $$
begin
  -- One at a time, or two could each see the other one stay.
  perform pg_advisory_xact_lock(hashtext('last administrator'));
  if not exists (select from users where role = 'ADMIN' and not is_disabled and id <> old.id) then
    raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'users_last_administrator';
  end if;
  return new;
end $$;
create trigger users_last_administrator
  before update of role, is_disabled on users
  for each row when (old.role = 'ADMIN' and not old.is_disabled and (new.role <> 'ADMIN' or new.is_disabled))
  execute function refuse_loss_of_last_administrator();

-- The append-only ledger of payments and refunds. The balance owed is computed from it, never stored.
create table payments (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  kind text not null check (kind in ('deposit', 'balance', 'refund')),
  method text not null check (method in ('pix', 'cash', 'card', 'transfer')),
  amount_cents integer not null check (amount_cents > 0),
  note text not null default '',
  -- Who confirmed the payment or refund.
  confirmed_by uuid not null references users,
  confirmed_at timestamptz not null default now()
);
create index payments_of_reservation_idx on payments (reservation_id, confirmed_at, id);

-- Payments minus refunds, maintained by the trigger so that lists need not sum the ledger.
alter table reservations
  add column received_cents integer not null default 0 check (received_cents >= 0),
  add column cancellation_reason text not null default '';
create function keep_received() returns trigger language plpgsql as $$
begin
  update reservations
  set received_cents = received_cents + case new.kind when 'refund' then -new.amount_cents else new.amount_cents end
  where id = new.reservation_id;
  return null;
end $$;
create trigger payments_keep_received after insert on payments for each row execute function keep_received();
create function refuse_change_of_payment() returns trigger language plpgsql as $$
begin
  raise exception 'payments are never changed; give back with a refund'
    using errcode = 'check_violation', constraint = 'payments_are_final';
end $$;
create trigger payments_are_final before update or delete on payments
  for each row execute function refuse_change_of_payment();

create index reservations_created_idx on reservations (created_at);
create index reservations_status_idx on reservations (status, trip_id);
