-- A charge at the provider ends no later than the places are kept. Where a hold is shortened, its open charge ends with it,
-- and is wanted again, so that the provider is told. Whole milliseconds, because the end that the provider was told is
-- compared with this one by servers that know no less.
create function shorten_open_charge() returns trigger language plpgsql as $$
begin
  update charges set updated_at = now(), provider_state = 'wanted',
    expires_at = date_trunc('milliseconds', new.hold_expires_at)
  where reservation_id = new.id and state = 'open' and method = 'provider_pix' and expires_at > new.hold_expires_at;
  return null;
end $$;
create trigger reservations_shorten_open_charge after update of hold_expires_at on reservations
  for each row when (new.state = 'held' and new.hold_expires_at is distinct from old.hold_expires_at)
  execute function shorten_open_charge();
