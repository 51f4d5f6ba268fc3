-- How many places clients may hold without money over all trips, and how long somebody waits before they hold places of
-- a trip again after they let go of them unpaid.
alter table operator
  add column unpaid_places integer not null default 40 check (unpaid_places >= 1),
  add column pause_minutes integer not null default 60 check (pause_minutes >= 1);

-- The client's address (IPv6: its /64 network) from which places are held or waited for; null once nothing is unpaid,
-- and for what staff does.
alter table reservations add column client_network text;
alter table waiting_list_entries add column client_network text;
create index reservations_unpaid_network_idx on reservations (client_network) where client_network is not null;
create index waiting_list_network_idx on waiting_list_entries (client_network)
  where client_network is not null and state = 'waiting';

-- What counts of a client's reservation: places of a hold or a request, and of one that was booked without any money.
create function unpaid_places_of(r reservations) returns integer language sql stable as $$
  select case
    when r.channel = 'operator' then 0
    when r.state in ('requested', 'held') then r.places
    when r.state = 'booked' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else 0 end
$$;

-- An address is stored only as long as it counts.
create function forget_network_of_reservation() returns trigger language plpgsql as $$
begin
  if unpaid_places_of(new) = 0 then
    new.client_network := null;
  end if;
  return new;
end $$;
create trigger reservations_forget_network before update of state, received_cents on reservations
  for each row when (new.client_network is not null) execute function forget_network_of_reservation();
create function forget_network_of_entry() returns trigger language plpgsql as $$
begin
  new.client_network := null;
  return new;
end $$;
create trigger waiting_list_forgets_network before update of state on waiting_list_entries
  for each row when (new.client_network is not null and new.state <> 'waiting')
  execute function forget_network_of_entry();

-- Refuses `asked` more places in a trip to a payer, or from an address, with too many unpaid ones. Places waited for
-- count, so that an offer, which turns them into held ones, is never refused. Locks payer and address until the
-- transaction ends; each query below sees what was committed before it. To be called after the trip is locked.
create function claim_unpaid_places(payer uuid, network text, trip uuid, asked integer) returns boolean
language plpgsql volatile as $$
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
end $$;
