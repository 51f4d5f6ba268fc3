-- Up to when a phone knew the taps of others, by the server's clock: a decision of another phone that it did not know
-- is a disagreement, which is shown and asked about. Null where the phone does not say.
alter table boarding_taps add column seen_at timestamptz;
