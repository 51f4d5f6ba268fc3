-- Several providers of payments side by side: each is polled for itself. A server of release 0.3.0 polls by pix_polls,
-- for itself; the next version drops that table.
create table provider_polls (
  provider text primary key check (provider ~ '^[a-z_]{1,40}$'),
  -- As in pix_polls.
  polled_until timestamptz not null,
  asked_at timestamptz,
  two_days_at timestamptz,
  week_at timestamptz
);
insert into provider_polls (provider, polled_until, asked_at, two_days_at, week_at)
select 'pix_api', polled_until, asked_at, two_days_at, week_at from pix_polls;

-- Whether this installation has a provider of cards; has_payment_provider is of codes.
alter table operator add column has_card_provider boolean not null default false;

-- What the provider keeps of a payment and when it pays out the rest, where it says so: net is amount_cents - fee_cents.
alter table ledger_entries
  add column fee_cents integer check (fee_cents >= 0),
  add column settles_on date;
