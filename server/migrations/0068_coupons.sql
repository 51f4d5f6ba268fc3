-- Codes that lower the price of a reservation. The database counts their uses and what they have taken off, whoever
-- writes: of reservations that have not ended, by the lines that say of which coupon they are.
create table coupons (
  id uuid primary key,
  code text not null constraint coupons_code_key unique,
  tag text not null default '',
  effect text not null check (effect in ('percent', 'amount', 'fixed')),
  value integer not null check (value >= 0 and (effect <> 'percent' or value between 1 and 100)),
  valid_from timestamptz,
  valid_until timestamptz,
  -- Empty: all.
  trip_ids uuid[] not null default '{}',
  fare_labels text[] not null default '{}',
  max_uses integer check (max_uses > 0),
  max_uses_per_client integer check (max_uses_per_client > 0),
  max_discount_cents integer check (max_discount_cents > 0),
  min_people integer not null default 1 check (min_people > 0),
  min_total_cents integer not null default 0 check (min_total_cents >= 0),
  first_only boolean not null default false,
  is_active boolean not null default true,
  uses integer not null default 0 check (uses >= 0),
  discounted_cents integer not null default 0 check (discounted_cents >= 0),
  created_at timestamptz not null default now(),
  constraint coupons_code_is_upper check (code <> '' and code = upper(code)),
  constraint coupons_uses_within_limit check (uses <= max_uses),
  constraint coupons_discount_within_budget check (discounted_cents <= max_discount_cents)
);
create index coupons_by_age on coupons (created_at desc, id);

alter table reservations add column coupon_id uuid references coupons;
create index reservations_of_coupon on reservations (coupon_id, user_id) where coupon_id is not null;

-- The update locks the coupon: of two reservations of a client at once the second sees the first.
create function count_coupon_use() returns trigger language plpgsql as $$
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
end $$;
create trigger reservations_use_coupon after insert on reservations
  for each row when (new.coupon_id is not null and new.is_active) execute function count_coupon_use();
create trigger reservations_release_coupon after update on reservations
  for each row when (new.coupon_id is not null and old.is_active <> new.is_active) execute function count_coupon_use();

create function count_coupon_line() returns trigger language plpgsql as $$
begin
  update coupons c set discounted_cents = discounted_cents
    - case tg_op when 'INSERT' then new.quantity * new.unit_cents else -new.quantity * new.unit_cents end
  from reservations r
  where c.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $$;
create trigger reservation_lines_count_coupon after insert on reservation_lines
  for each row when (new.kind = 'discount' and new.ended_at is null) execute function count_coupon_line();
create trigger reservation_lines_release_coupon after update on reservation_lines
  for each row when (new.kind = 'discount' and old.ended_at is null) execute function count_coupon_line();

create function count_coupon_of_reservation() returns trigger language plpgsql as $$
begin
  update coupons c set discounted_cents = discounted_cents + case when new.is_active then l.cents else -l.cents end
  from (
    select source_id, -sum(quantity * unit_cents)::integer as cents from reservation_lines
    where reservation_id = new.id and kind = 'discount' and ended_at is null group by source_id
  ) l
  where c.id = l.source_id;
  return null;
end $$;
create trigger reservations_count_coupon after update on reservations
  for each row when (old.is_active <> new.is_active) execute function count_coupon_of_reservation();

-- Only those triggers write the counts; within them the depth is 2.
create function refuse_direct_count_of_coupon() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'uses of a coupon follow from reservations'
      using errcode = 'check_violation', constraint = 'coupons_counts_follow_reservations';
  end if;
  return new;
end $$;
create trigger coupons_counts_follow_reservations before update on coupons
  for each row when (old.uses <> new.uses or old.discounted_cents <> new.discounted_cents)
  execute function refuse_direct_count_of_coupon();
create trigger coupons_start_unused before insert on coupons
  for each row when (new.uses <> 0 or new.discounted_cents <> 0) execute function refuse_direct_count_of_coupon();
