-- A change of many departures of a trip at once, or what undoes one. Departures follow one by one, each in a transaction
-- of its own.
create table series_changes (
  id uuid primary key,
  series_id uuid not null,
  -- Fields of a draft, as they were sent; empty of what undoes a change.
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  edited_on uuid references trips on delete set null,
  accepts_overlap boolean not null default false,
  -- What staff wrote to payers; null: nobody is told.
  message text,
  undoes uuid constraint series_changes_undone_once unique references series_changes,
  created_by uuid references users,
  -- Who acts and from where, for the audit entries that are still to be written.
  actor jsonb,
  created_at timestamptz not null default now(),
  -- When its payers were told, each once.
  notified_at timestamptz,
  payers integer not null default 0 check (payers >= 0)
);
create index series_changes_of_series_idx on series_changes (series_id, id);
create index series_changes_unfinished_idx on series_changes (id) where notified_at is null;

-- A departure of it. `before`: the draft that would leave it as it was, once it is changed.
create table series_change_dates (
  change_id uuid not null references series_changes,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  -- The version that staff saw; null: any.
  seen_version integer,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'unchanged', 'refused')),
  refusal text,
  before jsonb,
  version_before integer,
  version integer,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  people integer not null default 0 check (people >= 0),
  reservations integer not null default 0 check (reservations >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  primary key (change_id, trip_id),
  constraint series_change_dates_changed_from check ((state = 'changed') = (before is not null)),
  constraint series_change_dates_refused_why check ((state = 'refused') = (refusal is not null))
);
create index series_change_dates_of_trip_idx on series_change_dates (trip_id);

alter table trip_notices add column series_change_id uuid references series_changes;
create index trip_notices_of_series_change_idx on trip_notices (series_change_id) where series_change_id is not null;
-- Whether the deadline of the reservation's hold moved with the departure.
alter table trip_notice_reservations add column hold_moved boolean not null default false;
