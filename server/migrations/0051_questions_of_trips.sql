-- Questions that people ask before they reserve, with the operator's answers, in order: [{ "question", "answer" }]. As
-- text, because a server of the last version copies a trip with all its columns and would send jsonb as an array.
alter table trips add column questions text not null default '[]'
  check (jsonb_typeof(questions::jsonb) = 'array' and jsonb_array_length(questions::jsonb) <= 20);
