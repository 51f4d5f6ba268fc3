-- Who answers for personal data, and where people write; empty: the operator's own name and contacts.
alter table operator add column privacy_controller text not null default '';
alter table operator add column privacy_contact text not null default '';

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
create index privacy_notices_shown_participant on privacy_notices_shown (participant_id) where participant_id is not null;
