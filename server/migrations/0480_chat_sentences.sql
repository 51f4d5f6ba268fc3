-- Sentences of contacts that staff taught the first answers, beside what the product reads by itself.
create table chat_sentences (
  id uuid primary key,
  -- As sentences are compared: lower case, without accents, marks and emoji.
  sentence text not null constraint chat_sentences_once unique check (char_length(sentence) between 2 and 200),
  -- As staff wrote it.
  spoken text not null check (char_length(spoken) between 1 and 200),
  -- person: nobody but a person answers. Otherwise a question about departures, and what is said beside their days,
  -- prices and places.
  reading text not null check (reading in ('person', 'departures', 'boarding', 'payment')),
  -- The trip that it is about; none: any.
  series_id uuid,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint chat_sentences_of_trip check (reading <> 'person' or series_id is null)
);
create index chat_sentences_created_by_idx on chat_sentences (created_by) where created_by is not null;
