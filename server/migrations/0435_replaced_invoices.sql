-- A note that replaces another one names it in its declaration; once it is authorised, the other is replaced. One that
-- was replaced elsewhere has the event that says so.
alter table issued_invoices
  add column replaces uuid references issued_invoices,
  add column replaced_at timestamptz,
  drop constraint issued_invoices_state_check,
  drop constraint issued_invoices_authorised,
  drop constraint issued_invoices_cancelled;
alter table issued_invoices
  add constraint issued_invoices_state_check
    check (state in ('sent', 'authorised', 'rejected', 'cancelled', 'replaced')),
  add constraint issued_invoices_authorised check (
    num_nonnulls(access_key, note_number, note, look_up_url, authorised_at)
      = case when state in ('authorised', 'cancelled', 'replaced') then 5 else 0 end),
  add constraint issued_invoices_cancelled check (
    (state = 'cancelled') = (cancelled_at is not null)
    and case state when 'cancelled' then cancellation_event is not null when 'replaced' then true
      else cancellation_event is null end
    and (cancellation is null) = (cancellation_requested_at is null)
    and (cancellation is null or state in ('authorised', 'cancelled', 'replaced'))),
  add constraint issued_invoices_replaced check ((state = 'replaced') = (replaced_at is not null)),
  add constraint issued_invoices_replaces_another check (replaces <> id);
-- Nothing is replaced twice; a replacement that was refused may be followed by another one.
create unique index issued_invoices_one_replacement on issued_invoices (replaces) where state <> 'rejected';

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  may_change text[] := array['state', 'messages', 'next_try_at', 'tries', 'access_key', 'note_number', 'note',
    'look_up_url', 'authorised_at', 'cancellation', 'cancellation_requested_at', 'cancellation_event', 'cancelled_at',
    'replaced_at'];
  texts text[] := array['payer_name', 'payer_tax_id', 'description', 'declaration', 'note', 'cancellation',
    'cancellation_event', 'messages'];
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), texts) then
    return new;
  end if;
  if to_jsonb(old) - may_change is distinct from to_jsonb(new) - may_change
    or (old.state <> new.state
      and (old.state, new.state) not in (('sent', 'authorised'), ('sent', 'rejected'), ('authorised', 'cancelled'),
        ('authorised', 'replaced')))
    or (old.note is not null and (old.access_key, old.note_number, old.note, old.look_up_url, old.authorised_at)
      is distinct from (new.access_key, new.note_number, new.note, new.look_up_url, new.authorised_at))
  then
    raise exception 'a note that was sent stays as it is'
      using errcode = 'check_violation', constraint = 'issued_invoices_are_final';
  end if;
  return new;
end $$;
