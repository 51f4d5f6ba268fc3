-- What else is wrong in a database of release 0.3.1: nothing of money, places or prices, and no reason to refuse it. What
-- the conversion finds afterwards must have been there before.
with t as not materialized (select *, (departs_at at time zone time_zone)::date - interval '18 years' as adult_since
  from trips, (select time_zone from operator) operator),
r as not materialized (select reservations.* from reservations join t on t.id = reservations.trip_id),
everybody as not materialized (select p.*, adult_since, f.max_age from participants p join r on r.id = p.reservation_id
  join t on t.id = r.trip_id join trip_fares f on f.id = p.fare_id),
p as not materialized (select * from everybody where removed_at is null),
adults as not materialized (select * from p where takes_place
  and case when birthdate is null then coalesce(max_age >= 18, true) else birthdate <= adult_since end),
history as (
  select r.id, r.state, e.id as entry, e.changes -> 'state' ->> 0 as before, e.changes -> 'state' ->> 1 as after,
    lag(e.changes -> 'state' ->> 1) over timeline as former,
    lead(e.id) over timeline is null as is_last, lag(e.id) over timeline is null as is_first
  from r join audit_entries e on e.subject_type = 'reservation' and e.subject_id = r.id::text and e.changes ? 'state'
  where exists (select from audit_entries made where made.subject_type = 'reservation'
    and made.subject_id = r.id::text and made.action in ('reservation.created', 'reservation.requested'))
  window timeline as (partition by r.id order by e.id))
select 'trip: not the smallest party that waits' as fault, t.id::text as id from t
  where smallest_waiting is distinct from (select min(places) from waiting_list_entries w
    where w.trip_id = t.id and w.state = 'waiting')
union all select 'waiting list: an offer is not what has become of its reservation',
    concat_ws(' ', w.id, w.state, 'of a reservation', r.state)
  from waiting_list_entries w join r on r.id = w.reservation_id
  where w.state <> case r.state when 'held' then 'offered' when 'booked' then 'taken' when 'expired' then 'lapsed'
    else 'left' end and not (w.state = 'taken' and r.state in ('held', 'cancelled'))
    -- Money that came later has taken the places again, not the offer.
    and not (w.state = 'lapsed' and exists (select from audit_entries e
      where e.subject_id = r.id::text and e.changes -> 'state' ->> 1 = 'expired'))
union all select 'participant: attendance is not that of the last tap', o.id::text
  from everybody o left join lateral (
    select decision, decided_at from boarding_taps b where b.trip_id = o.trip_id and b.participant_id = o.id
    order by decided_at desc, id desc limit 1) tap on true
  where o.boarded_at is distinct from case tap.decision when 'boarded' then tap.decided_at end
    or o.missed_at is distinct from case tap.decision when 'missed' then tap.decided_at end
union all select 'travel authorisation: of somebody in another reservation', a.id::text
  from travel_authorizations a join everybody o on o.id = a.participant_id where o.reservation_id <> a.reservation_id
union all select 'reservation: held beyond the departure', r.id::text from r join t on t.id = r.trip_id
  where state in ('requested', 'held') and hold_expires_at > departs_at
union all select 'request: held or booked without an answer', id::text from r
  where requested_at is not null and answered_at is null and state in ('held', 'booked')
union all select 'request: refused, but not told why, or told why, but not refused', id::text from r
  where (refusal is null) <> not exists (select from audit_entries e where e.subject_type = 'reservation'
    and e.subject_id = r.id::text and e.action = 'reservation.request_refused')
union all select 'reservation: an address is stored although nothing is unpaid', r.id::text
  from r where client_network is not null and unpaid_places_of(r) = 0
union all select 'participant: not of the trip or state of the reservation', o.id::text
  from everybody o join r on r.id = o.reservation_id
  where o.trip_id <> r.trip_id or o.is_active <> (r.state in ('requested', 'held', 'booked'))
union all select 'payer with two active reservations of the site', min(id::text) from r
  where state in ('requested', 'held', 'booked') and channel = 'site' group by trip_id, user_id having count(*) > 1
union all select 'a CPF twice on a list', min(id::text) from p
  where is_active and cpf is not null group by trip_id, cpf having count(*) > 1
union all select 'a person twice on a list', min(id::text) from p
  where is_active and user_id is not null group by trip_id, user_id having count(*) > 1
union all select 'participant: on nobody''s lap, or accompanied by nobody who may', id::text from p
  where (not takes_place or companion_id is not null) and not exists (
    select from adults where adults.id = p.companion_id and adults.reservation_id = p.reservation_id)
union all select 'reservation: nobody but people who are not paid for', id::text from r
  where state = 'booked' and not exists (
    select from p where reservation_id = r.id and takes_place and held_until is null)
union all select 'two children on a lap', companion_id::text from p
  where not takes_place group by companion_id having count(*) > 1
union all select 'history: does not begin with the creation', id::text from history
  where is_first <> (before is null)
union all select 'history: has a gap', id::text from history where not is_first and before is distinct from former
union all select 'history: ends elsewhere', id::text from history where is_last and after <> state
union all select 'history: not in the table of transitions', id::text from history
  where not is_first and not exists (
    select from reservation_state_transitions where from_state = before and to_state = after);
