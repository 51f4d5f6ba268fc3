-- What becomes of a departure: its cancellation, and after the return its reviews and its settlement report.

-- A departure that the operator cancelled.
create table trip_cancellations (
  trip_id uuid primary key references trips,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  -- The last day on which its payers choose what becomes of their money.
  choose_until date not null,
  cancelled_by uuid not null references users,
  cancelled_at timestamptz not null default now(),
  -- When its people began to be notified, after which it is not undone, and when all were.
  notified_at timestamptz,
  done_at timestamptz,
  constraint trip_cancellations_done_once_notified check (done_at is null or notified_at is not null)
);
create index trip_cancellations_to_notify_idx on trip_cancellations (cancelled_at) where done_at is null;

create function refuse_undoing_notified_cancellation() returns trigger language plpgsql as $$
begin
  raise exception 'people were notified'
    using errcode = 'check_violation', constraint = 'trip_cancellations_notified_stay';
end $$;
create trigger trip_cancellations_notified_stay before delete on trip_cancellations
  for each row when (old.notified_at is not null) execute function refuse_undoing_notified_cancellation();

-- One row for each reservation of a cancelled departure, written in the transaction that notifies its payer.
create table trip_cancellation_choices (
  reservation_id uuid not null references reservations,
  trip_id uuid not null references trip_cancellations,
  received_cents integer not null check (received_cents >= 0),
  -- The entry of its e-mail in the log; null: the payer has no address.
  email_id uuid,
  notified_at timestamptz not null default now(),
  -- What has become of the reservation, whoever changes that; null: the payer has not chosen. 'ended': nothing was
  -- paid.
  outcome text check (outcome in ('ended', 'refund', 'credit', 'moved')),
  moved_to uuid references trips,
  settled_at timestamptz,
  -- Refunded because the day passed without a choice.
  is_default boolean not null default false,
  primary key (reservation_id, trip_id),
  constraint trip_cancellation_choices_settled check ((outcome is null) = (settled_at is null)),
  constraint trip_cancellation_choices_moved check ((outcome is not distinct from 'moved') = (moved_to is not null)),
  constraint trip_cancellation_choices_of_money check (received_cents > 0 or outcome is not null),
  constraint trip_cancellation_choices_default check (not is_default or outcome in ('refund', 'credit'))
);
create index trip_cancellation_choices_of_trip_idx on trip_cancellation_choices (trip_id, reservation_id);
create index trip_cancellation_choices_open_idx on trip_cancellation_choices (trip_id) where outcome is null;

-- Links with which a payer chooses without an account: that of the e-mail, those that staff sent.
create table trip_choice_links (
  token_hash text primary key,
  reservation_id uuid not null,
  trip_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (reservation_id, trip_id) references trip_cancellation_choices on delete cascade
);
create index trip_choice_links_of_choice_idx on trip_choice_links (reservation_id, trip_id);

-- Written by the payer, once per reservation and after the return. Staff sees all; the portal those that staff
-- publishes and whose author agreed.
create table reviews (
  id uuid primary key,
  reservation_id uuid not null constraint reviews_reservation_key unique references reservations,
  trip_id uuid not null references trips,
  stars integer not null check (stars between 1 and 5),
  sentence text not null default '' check (length(sentence) <= 500),
  may_publish boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reviews_published_with_consent check (published_at is null or may_publish)
);
create index reviews_of_trip_idx on reviews (trip_id, created_at desc, id desc);
create index reviews_newest_idx on reviews (created_at desc, id desc);

create function check_review() returns trigger language plpgsql as $$
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
end $$;
create trigger reviews_checked before insert or update on reviews for each row execute function check_review();

-- Links with which a review is written without an account; a newer one ends an older one.
create table review_links (
  reservation_id uuid primary key references reservations on delete cascade,
  token_hash text not null constraint review_links_token_key unique,
  created_at timestamptz not null default now()
);

-- The accounts of a trip as staff closed them after the return. Nothing in the row follows later changes.
create table settlement_reports (
  trip_id uuid primary key references trips,
  -- People, money and costs, in numbers.
  figures jsonb not null,
  -- What was still open and accepted as it was: [{ "kind": …, "reservationId": …, "amountCents": … }], without names.
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  -- Cash with guides that was open when accounts were closed, shaped as `exceptions`.
  cash_exceptions jsonb not null default '[]'
    constraint settlement_reports_cash_is_explained check (jsonb_typeof(cash_exceptions) = 'array' and
      (jsonb_array_length(cash_exceptions) = 0 or note <> '')),
  note text not null default '' check (length(note) <= 300),
  -- The transfers that the figures count. A time would not do: a transfer is stamped before it is committed.
  entries uuid[] not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint settlement_reports_exceptions_explained check (jsonb_array_length(exceptions) = 0 or note <> '')
);

create function check_settlement_report() returns trigger language plpgsql as $$
begin
  if not exists (select from trips where id = new.trip_id and returns_at <= new.created_at) then
    raise exception 'nobody has returned'
      using errcode = 'check_violation', constraint = 'settlement_reports_after_return';
  end if;
  return new;
end $$;
create trigger settlement_reports_after_return before insert on settlement_reports
  for each row execute function check_settlement_report();

create function refuse_change_of_settlement_report() returns trigger language plpgsql as $$
begin
  raise exception 'closed accounts are never changed'
    using errcode = 'check_violation', constraint = 'settlement_reports_are_final';
end $$;
create trigger settlement_reports_are_final before update or delete on settlement_reports
  for each row execute function refuse_change_of_settlement_report();
create trigger settlement_reports_stay before truncate on settlement_reports
  for each statement execute function refuse_change_of_settlement_report();
