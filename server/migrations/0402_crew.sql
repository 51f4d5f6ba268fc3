-- People of the team who work on departures: guides and drivers, with an account or without.
create table crew_members (
  id uuid primary key,
  user_id uuid unique references users on delete cascade,
  -- Of somebody without an account; name and telephone of an account are its own.
  name text check (length(name) between 2 and 60),
  phone text check (phone ~ '^\+[0-9]{8,15}$'),
  is_guide boolean not null,
  is_driver boolean not null,
  -- Days on which they work: 1 is Monday, 7 Sunday.
  weekdays integer[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(weekdays) > 0 and weekdays <@ '{1,2,3,4,5,6,7}'::integer[]),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint crew_members_do_something check (is_guide or is_driver),
  constraint crew_members_are_named_once check (num_nonnulls(user_id, name) = 1 and (user_id is null or phone is null))
);

create table crew_days_off (
  member_id uuid not null references crew_members on delete cascade,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  primary key (member_id, first_day)
);

-- Who works on a departure, without the guides who have an account: these are in trip_guides, which lets them board, so
-- that no assignment is written twice.
create table trip_crew (
  trip_id uuid not null references trips on delete cascade,
  member_id uuid not null references crew_members on delete cascade,
  role text not null check (role in ('guide', 'driver')),
  primary key (trip_id, member_id, role)
);
create index trip_crew_of_member_idx on trip_crew (member_id);

-- Everybody who works on a departure.
create view crew_of_trips as
select trip_id, member_id, role from trip_crew
union all
select g.trip_id, m.id, 'guide' from trip_guides g join crew_members m on m.user_id = g.user_id
where g.removed_at is null;

create function refuse_guide_with_account() returns trigger language plpgsql as $$
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
end $$;
create trigger trip_crew_without_accounts before insert or update on trip_crew
  for each row when (new.role = 'guide') execute function refuse_guide_with_account();
create trigger crew_members_without_accounts before update of user_id on crew_members
  for each row when (new.user_id is not null) execute function refuse_guide_with_account();

-- Whoever gets a guide's account works on departures; however it is given, by servers of the last release too.
create function add_guide_to_crew() returns trigger language plpgsql as $$
begin
  insert into crew_members (id, user_id, is_guide, is_driver) values (new.id, new.id, true, false)
  on conflict (user_id) do update set is_guide = true, archived_at = null;
  return null;
end $$;
create trigger users_guides_are_crew after insert or update of role on users
  for each row when (new.role = 'GUIDE') execute function add_guide_to_crew();

insert into crew_members (id, user_id, is_guide, is_driver)
select id, id, true, false from users where role = 'GUIDE' and erased_at is null;
