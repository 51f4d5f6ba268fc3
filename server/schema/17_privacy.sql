-- Every text of the notice that somebody was shown, by its hash.
create table privacy_notices (
  version text primary key,
  content jsonb not null,
  since timestamptz not null default now()
);

-- Which of them a person or a companion by link was shown, and when.
create table privacy_notices_shown (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users,
  participant_id uuid references participants,
  version text not null references privacy_notices,
  shown_at timestamptz not null default now(),
  constraint privacy_notices_shown_to_one check (num_nonnulls(user_id, participant_id) = 1)
);
create unique index privacy_notices_shown_once on privacy_notices_shown (user_id, participant_id, version)
  nulls not distinct;
create index privacy_notices_shown_participant on privacy_notices_shown (participant_id)
  where participant_id is not null;

-- Copies of a person's data: made by a job, open for a day by a link of an e-mail and the password.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users,
  -- What is about health is in a copy only where it is asked for.
  with_health boolean not null default false,
  requested_by uuid not null references users,
  token_hash text unique,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  -- Null until the file is there.
  expires_at timestamptz
);
create index data_exports_of_person on data_exports (user_id, created_at desc);

-- What tax law keeps of an erased payer: beside their row, so that no list, search or page finds it.
create table fiscal_records (
  user_id uuid primary key references users,
  name text not null,
  cpf text,
  keep_until date not null
);
create index fiscal_records_by_end on fiscal_records (keep_until);

-- Who was erased, by ids alone. The same is in a file of each erasure, which a restored backup is compared with.
create table erasures (
  id uuid primary key,
  subject text not null check (subject in ('person', 'participant')),
  erased_at timestamptz not null default now()
);

-- What was erased because its time is over, by the operator's day. Numbers alone, which say nothing of anybody.
create table erased_counts (
  day date not null,
  kind text not null,
  count integer not null check (count >= 0),
  last_at timestamptz not null default now(),
  primary key (day, kind)
);

-- JSON in which the texts that contain one of `hidden` are blank; null: all texts.
create function blackened(content jsonb, hidden text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(content)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, blackened(value, hidden)), '{}') from jsonb_each(content))
    when 'array' then (
      select coalesce(jsonb_agg(blackened(value, hidden) order by place), '[]')
      from jsonb_array_elements(content) with ordinality as elements (value, place))
    when 'string' then case
      when content #>> '{}' = '' then content
      -- Moments, which a timeline reads.
      when hidden is null and content #>> '{}' ~ '^\d{4}-\d{2}-\d{2}T[\d:.]+Z$' then content
      when hidden is null or mentions(content #>> '{}', hidden) then '"•••"'
      else content end
    else content end;
end $$;

create function mentions(said text, hidden text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(hidden) as word where strpos(lower(said), lower(word)) > 0)
$$;
