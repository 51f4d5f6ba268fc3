-- What was erased because its time is over, by the operator's day. Numbers alone, which say nothing of anybody.
create table erased_counts (
  day date not null,
  kind text not null,
  count integer not null check (count >= 0),
  last_at timestamptz not null default now(),
  primary key (day, kind)
);

-- Years without a trip after which people are erased; null: never.
alter table operator add column erase_idle_years smallint
  constraint operator_erase_idle_years check (erase_idle_years between 2 and 10);
