-- What a trip asks of each participant, or once of a reservation. (The column `questions` of `trips` is what visitors ask,
-- with the operator's answers.) An answered question is never deleted: it ends being asked.
create table trip_questions (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  label text not null check (label <> '' and char_length(label) <= 120),
  help text not null default '' check (char_length(help) <= 200),
  kind text not null check (kind in ('text', 'yes_no', 'one_of', 'several_of', 'date', 'number')),
  options text[] not null default '{}' check (cardinality(options) <= 20),
  per text not null check (per in ('participant', 'reservation')),
  is_required boolean not null default false,
  sensitivity text not null default 'personal' check (sensitivity in ('personal', 'sensitive')),
  ended_at timestamptz
);
create index trip_questions_of_trip on trip_questions (trip_id, position);
create trigger trip_questions_tell_change after insert or update or delete on trip_questions
  for each row execute function tell_trip_change('trip_id');

-- `participant_id` null: of the reservation as a whole. Whether a value fits its question is for the server to say. They
-- are erased with the names of the passenger list.
create table answers (
  question_id uuid not null references trip_questions,
  reservation_id uuid not null references reservations on delete cascade,
  participant_id uuid references participants on delete cascade,
  value jsonb not null check (octet_length(value::text) <= 8000),
  updated_at timestamptz not null default now(),
  constraint answers_once unique nulls not distinct (reservation_id, participant_id, question_id)
);
create index answers_of_question on answers (question_id);
create index answers_of_participant on answers (participant_id);
