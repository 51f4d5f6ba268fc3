-- Who of staff made a link, or could read it where it was sent: nobody acts by their own. Null: the client, or the
-- server for an address that is the client's.
alter table reservation_links add column made_by uuid references users on delete cascade;
alter table participant_links add column made_by uuid references users on delete cascade;
-- Through whose link an act came.
alter table audit_entries add column link_made_by uuid;
-- Who of staff wrote down the e-mail of a guest without being allowed to do themselves what it opens; null once the
-- client has confirmed it.
alter table users add column email_written_by uuid references users on delete set null;

-- Links of staff were stored in the transaction of their audit entry.
update reservation_links l set made_by = (
  select u.id from audit_entries e join users u on u.id = e.actor_id
  where e.subject_type = 'reservation' and e.subject_id = l.reservation_id::text
    and e.action = 'reservation.payer_link_created'
    and e.at between l.created_at and l.created_at + interval '10 seconds'
  order by e.at limit 1);
update participant_links l set made_by = (
  select u.id from participants p
  join audit_entries e on e.subject_type = 'reservation' and e.subject_id = p.reservation_id::text
    and e.action = 'reservation.link_created' and e.actor_role in ('ADMIN', 'OPERATOR')
    and e.at between l.created_at and l.created_at + interval '10 seconds'
  join users u on u.id = e.actor_id
  where p.id = l.participant_id
  order by e.at limit 1);
-- Staff sends payer's links after a cancelled departure from now on.
delete from trip_choice_links l where exists (
  select from audit_entries e
  where e.subject_type = 'reservation' and e.subject_id = l.reservation_id::text
    and e.action = 'reservation.choice_link_created'
    and e.at between l.created_at and l.created_at + interval '10 seconds');
