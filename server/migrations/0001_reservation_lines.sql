-- What a reservation costs: its total is the sum of the lines that have not ended. A line is never deleted: what no
-- longer counts has ended. Prices of participants and adjustments say the same to a server of release 0.2.0, which may
-- answer beside this one; what it writes is followed in the lines.
create table reservation_lines (
  id uuid not null,
  reservation_id uuid not null references reservations,
  -- Whose share it is; null: of the reservation as a whole.
  participant_id uuid,
  kind text not null check (kind in ('fare', 'extra', 'discount', 'adjustment', 'penalty')),
  label text not null check (label <> ''),
  quantity integer not null default 1 check (quantity > 0),
  unit_cents integer not null,
  -- The fare, or the discount or extra of which it is a part.
  source_id uuid not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (reservation_id, id),
  constraint reservation_lines_of_participant foreign key (participant_id, reservation_id)
    references participants (id, reservation_id),
  constraint reservation_lines_fare_of_person check (kind <> 'fare' or participant_id is not null),
  constraint reservation_lines_sign check (
    case kind when 'fare' then unit_cents >= 0 when 'discount' then unit_cents < 0
      when 'adjustment' then unit_cents <> 0 else unit_cents > 0 end)
);
create unique index reservation_lines_one_fare on reservation_lines (reservation_id, participant_id)
  where kind = 'fare' and ended_at is null;
create unique index reservation_lines_one_part on reservation_lines (reservation_id, source_id, participant_id)
  nulls not distinct where kind <> 'fare' and ended_at is null;

-- A line may only end.
create trigger reservation_lines_are_final before update on reservation_lines for each row when (
  old.ended_at is not null or new.ended_at is null
  or row(old.id, old.reservation_id, old.participant_id, old.kind, old.label, old.quantity, old.unit_cents, old.source_id)
    is distinct from
    row(new.id, new.reservation_id, new.participant_id, new.kind, new.label, new.quantity, new.unit_cents, new.source_id)
) execute function refuse_deletion();
create trigger reservation_lines_stay before delete on reservation_lines
  for each row execute function refuse_deletion();

-- Lines of reservations as participants and adjustments have them: of each person a fare, and of each discount or extra
-- a part in proportion to the fares of who travelled when it was given. What the parts of before differ in from the
-- total, to whom it is not to be ascribed, is an adjustment.
create function follow_party_in_lines(asked uuid[]) returns void language plpgsql as $$
begin
  update reservation_lines l set ended_at = coalesce(p.removed_at, now())
  from unnest(asked) one join participants p on p.reservation_id = one
  where l.reservation_id = one and l.ended_at is null and l.participant_id = p.id
    and (p.removed_at is not null or (l.kind = 'fare' and l.unit_cents <> p.price_cents));

  insert into reservation_lines
    (id, reservation_id, participant_id, kind, label, unit_cents, source_id, created_at, ended_at)
  select gen_random_uuid(), p.reservation_id, p.id, 'fare', p.fare_label, p.price_cents, p.fare_id, p.created_at, p.removed_at
  from unnest(asked) one join participants p on p.reservation_id = one
  where not exists (
    select from reservation_lines l where l.reservation_id = p.reservation_id and l.participant_id = p.id
      and l.kind = 'fare' and (l.ended_at is null or p.removed_at is not null))
  on conflict do nothing;

  with given as (
    select a.* from unnest(asked) one join adjustments a on a.reservation_id = one
    where a.participant_id is null and not exists (
      select from reservation_lines l where l.reservation_id = a.reservation_id and l.source_id = a.id)
  ), fares as (
    select g.id as source_id, p.id, p.position, p.removed_at, p.price_cents::bigint as price_cents,
      abs(g.amount_cents)::bigint as whole, sum(p.price_cents) over (partition by g.id) as fares_cents
    from given g join participants p on p.reservation_id = g.reservation_id and p.created_at <= g.created_at
      and (p.removed_at is null or (p.removed_at > g.created_at
        and exists (select from adjustments back
          where back.reservation_id = p.reservation_id and back.participant_id = p.id)))
    where not g.is_penalty
  ), ranked as (
    select *, whole * price_cents / fares_cents as part, row_number() over (
      partition by source_id order by whole * price_cents % fares_cents desc, position) as rank
    from fares where fares_cents > 0
  ), parts as (
    select source_id, id, removed_at,
      (part + case when rank <= whole - sum(part) over (partition by source_id) then 1 else 0 end)::integer as cents
    from ranked
  )
  insert into reservation_lines
    (id, reservation_id, participant_id, kind, label, unit_cents, source_id, created_by, created_at, ended_at)
  select gen_random_uuid(), g.reservation_id, parts.id,
    case when g.is_penalty then 'penalty' when g.amount_cents < 0 then 'discount' else 'extra' end, g.reason,
    case when parts.id is null then g.amount_cents else sign(g.amount_cents) * parts.cents end,
    g.id, g.created_by, g.created_at, parts.removed_at
  from given g left join parts on parts.source_id = g.id
  where parts.cents > 0 or parts.id is null
  on conflict do nothing;

  insert into reservation_lines (id, reservation_id, kind, label, unit_cents, source_id)
  select gen_random_uuid(), r.id, 'adjustment', 'Acerto de valores', r.total_cents - lines.cents, gen_random_uuid()
  from unnest(asked) one join reservations r on r.id = one, lateral (
    select coalesce(sum(l.quantity * l.unit_cents), 0) as cents from reservation_lines l
    where l.reservation_id = r.id and l.ended_at is null) lines
  where lines.cents <> r.total_cents and r.total_cents =
    (select coalesce(sum(p.price_cents), 0) from participants p where p.reservation_id = r.id and p.removed_at is null)
    + (select coalesce(sum(a.amount_cents), 0) from adjustments a where a.reservation_id = r.id);
end $$;

-- As before; the total is that of the lines, which follow what a server of release 0.2.0 has written.
create or replace function check_party() returns trigger language plpgsql as $$
declare
  checked uuid;
  mark text;
  r record;
  p record;
begin
  if tg_table_name = 'reservations' then checked := new.id; else checked := new.reservation_id; end if;
  -- Once for all rows of a statement or of a commit, because all of them have been written by then.
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_party', true) = mark then return null; end if;
  select reservations.places, reservations.total_cents into r from reservations where id = checked;
  if not found then return null; end if;
  for attempt in 1..2 loop
    select people.*, lines.* into p from (
      select
        count(*) as count,
        count(*) filter (where one.takes_place) as places,
        count(*) filter (where not one.takes_place and one.companion_id is null) as without_lap,
        count(*) filter (where one.companion_id is not null and not exists (
          select from participants other
          where other.id = one.companion_id and other.removed_at is null and other.takes_place
            and (other.birthdate is null or other.birthdate <= (
              select (t.departs_at at time zone o.time_zone)::date - interval '18 years'
              from trips t, operator o where t.id = one.trip_id))
        )) as unfit_companions
      from participants one where one.reservation_id = checked and one.removed_at is null
    ) people, (
      select
        coalesce(sum(l.quantity * l.unit_cents), 0) as total_cents,
        count(*) filter (where l.kind = 'fare' and l.unit_cents = o.price_cents and o.removed_at is null) as fares,
        coalesce(bool_or(o.removed_at is not null), false) as has_gone
      from reservation_lines l left join participants o on o.id = l.participant_id
      where l.reservation_id = checked and l.ended_at is null
    ) lines;
    exit when attempt = 2 or tg_table_name = 'reservation_lines'
      or (p.total_cents = r.total_cents and p.fares = p.count and not p.has_gone
        and (tg_table_name <> 'adjustments' or exists (
          select from reservation_lines l where l.reservation_id = checked and l.source_id = new.id)));
    perform follow_party_in_lines(array[checked]);
  end loop;
  if p.places <> r.places then
    raise exception '% places for % participants', r.places, p.places
      using errcode = 'check_violation', constraint = 'reservations_places_of_party';
  elsif p.total_cents <> r.total_cents then
    raise exception 'a total of % for lines of %', r.total_cents, p.total_cents
      using errcode = 'check_violation', constraint = 'reservations_total_of_party';
  elsif p.without_lap > 0 or p.unfit_companions > 0 then
    raise exception 'a lap child or minor without an adult of the reservation'
      using errcode = 'check_violation', constraint = 'participants_companion_is_adult';
  end if;
  perform set_config('passeio.checked_party', mark, true);
  return null;
end $$;
