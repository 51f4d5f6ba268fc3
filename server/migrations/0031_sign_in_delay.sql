-- Sign-in attempts since the last success, per account (a hash of the e-mail) and, for devices that signed in before,
-- per account and device. Unlogged: a crash resets the counts, which is harmless.
create unlogged table identity.sign_in_attempt (
  key text primary key,
  attempts integer not null,
  last_at timestamptz not null
);
create index sign_in_attempt_last_idx on identity.sign_in_attempt (last_at);
