-- The lines of a statement are compared with the ledger whenever they are read: each entry stands for one line of a
-- file, because a bank's ids may be line numbers and differ between its formats. So a key may be confirmed again, where
-- staff knows that it is other money, but an entry is what one line became.
drop index statement_lines_counted_once;
drop index statement_lines_counted_idx;
drop index statement_lines_entry_idx;
create unique index statement_lines_entry_once on statement_lines (ledger_entry_id) where state = 'confirmed';

-- Lines that staff knows to be no reservation's money, in whatever statement they come.
create table dismissed_lines (
  line_key text primary key,
  dismissed_by uuid not null references users,
  dismissed_at timestamptz not null default now()
);

-- Two files with the same money, confirmed at once for different reservations, share no row to wait for.
create function lock_statements() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('statements'))
$$;
