-- When the bank was last asked for two days and for a week back: it may list a Pix late, of which no notice came.
alter table pix_polls add column two_days_at timestamptz, add column week_at timestamptz;

-- Entries of the bank's list that cannot be read, with what they say of themselves, until staff has looked at them.
create table unreadable_pix (
  id uuid primary key,
  reference text not null unique check (char_length(reference) between 1 and 200),
  txid text not null default '',
  seen_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references users
);
create index unreadable_pix_open_idx on unreadable_pix (seen_at) where checked_at is null;
