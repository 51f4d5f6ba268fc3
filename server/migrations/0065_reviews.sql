-- How it was, said by whoever reserved, once per reservation and after the return. Staff sees all; the portal those that
-- staff publishes and whose author agreed.
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

-- The thanks after the return are told as reminders are: once per trip and day.
alter table trip_reminders drop constraint trip_reminders_kind_check;
alter table trip_reminders add constraint trip_reminders_kind_check check (kind in ('balance_week', 'balance_soon',
  'balance_overdue', 'data_week', 'data_soon', 'departure', 'thanks'));
