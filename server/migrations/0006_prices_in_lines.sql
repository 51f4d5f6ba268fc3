-- Prices of people, discounts and extras are read and written as lines alone. For a server of release 0.2.0, which may
-- answer beside this one, prices of participants and adjustments still repeat them; the next version drops both.
alter table participants alter column price_cents set default 0;

create function repeat_new_lines() returns trigger language plpgsql as $$
begin
  update participants p set price_cents = l.unit_cents
  from new_rows l where l.kind = 'fare' and l.ended_at is null and p.id = l.participant_id and p.price_cents <> l.unit_cents;
  insert into adjustments (id, reservation_id, amount_cents, reason, is_penalty, created_by)
  select l.source_id, l.reservation_id, sum(l.quantity * l.unit_cents), min(l.label), bool_or(l.kind = 'penalty'),
    min(coalesce(l.created_by, r.user_id)::text)::uuid
  from new_rows l join reservations r on r.id = l.reservation_id
  where l.kind <> 'fare' group by l.source_id, l.reservation_id having sum(l.quantity * l.unit_cents) <> 0;
  return null;
end $$;
create trigger reservation_lines_repeated after insert on reservation_lines
  referencing new table as new_rows for each statement when (not acts_in_triggers()) execute function repeat_new_lines();

create function repeat_ended_lines() returns trigger language plpgsql as $$
begin
  insert into adjustments (id, reservation_id, participant_id, amount_cents, reason, created_by)
  select gen_random_uuid(), l.reservation_id, l.participant_id, -sum(l.quantity * l.unit_cents),
    'Parte de quem saiu da reserva', min(coalesce(l.created_by, r.user_id)::text)::uuid
  from new_rows l join reservations r on r.id = l.reservation_id
  where l.kind <> 'fare' group by l.reservation_id, l.participant_id having sum(l.quantity * l.unit_cents) <> 0;
  return null;
end $$;
create trigger reservation_lines_ended_repeated after update on reservation_lines
  referencing new table as new_rows for each statement when (not acts_in_triggers()) execute function repeat_ended_lines();
