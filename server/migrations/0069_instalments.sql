-- A trip's balance in monthly instalments: at most so many, the last so many days before the departure.
alter table trips add column plan_instalments integer, add column plan_last_due_days integer;

create function keep_rules_of_plan() returns trigger language plpgsql as $$
begin
  if new.plan_instalments between 1 and 12 and new.plan_last_due_days between 0 and 365 then return new; end if;
  raise exception 'a plan of other instalments' using errcode = 'check_violation', constraint = 'trips_payment_plan';
end $$;
create trigger trips_plan_within_rules before insert or update of plan_instalments, plan_last_due_days on trips
  for each row when (new.plan_instalments is not null or new.plan_last_due_days is not null)
  execute function keep_rules_of_plan();

-- Those of a reservation as they were agreed, [{ dueOn, dueAt, cents }] by day: beside the deposit they were its total.
-- What has become of each follows from the sums of the reservation.
alter table reservations add column instalments jsonb;

create function keep_rules_of_instalments() returns trigger language plpgsql as $$
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
end $$;
create trigger reservations_instalments_within_rules before insert on reservations
  for each row when (new.instalments is not null) execute function keep_rules_of_instalments();
create trigger reservations_new_instalments_within_rules before update of instalments on reservations
  for each row when (new.instalments is not null and new.instalments is distinct from old.instalments)
  execute function keep_rules_of_instalments();

-- When the first instalment is due that is not paid, as `nextInstalment` of the contract; null: none.
create function next_instalment_at(agreed jsonb, deposit integer, total integer, received integer)
  returns timestamptz language sql immutable parallel safe as $$
  select (value ->> 'dueAt')::timestamptz from (
    select *, lag(asked, 1, least(deposit, total)::bigint) over (order by ordinality) as asked_before from (
      select value, ordinality, case when ordinality = jsonb_array_length(agreed) then total
        else least(total, deposit + sum((value ->> 'cents')::integer) over (order by ordinality)) end as asked
      from jsonb_array_elements(agreed) with ordinality
    ) each_one
  ) one
  where asked > received and asked > asked_before
  order by ordinality limit 1
$$;
create index reservations_next_instalment on reservations
  (next_instalment_at(instalments, deposit_cents, total_cents, received_cents))
  where instalments is not null and state = 'booked' and received_cents < total_cents;
