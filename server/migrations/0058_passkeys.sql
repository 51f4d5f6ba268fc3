-- Passkeys are a second step of signing in: they belong to its row, and go with it whoever removes it.
create table identity.passkey (
  -- The credential's id, in base64url.
  id text primary key,
  two_factor_id uuid not null references identity."twoFactor" ("id") on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_two_factor_idx on identity.passkey (two_factor_id);

-- The library makes recovery codes with the authenticator's secret: those that came with a passkey stay valid.
create function identity.keep_recovery_codes() returns trigger language plpgsql as $$
begin
  if exists (select from identity.passkey where two_factor_id = old."id") then
    new."backupCodes" := old."backupCodes";
  end if;
  return new;
end
$$;
create trigger two_factor_keeps_recovery_codes before update of "secret" on identity."twoFactor"
  for each row execute function identity.keep_recovery_codes();
