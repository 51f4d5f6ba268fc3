-- Who did what to what, when and from where. No foreign keys: entries outlive the people and objects that they name.
create table audit_entries (
  id uuid primary key,
  -- Not now(), which is the same for all entries of a transaction: they are in the order in which they were written.
  at timestamptz not null default clock_timestamp(),
  -- Null for the system itself and for identities without a profile.
  actor_id uuid,
  actor_name text not null,
  actor_role text,
  address text not null,
  device text not null,
  request_id text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  subject_label text not null,
  -- Field -> [before, after]; documents are masked.
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  -- Through whose link an act came.
  link_made_by uuid,
  search_text text generated always as (searchable(actor_name || ' ' || subject_label)) stored
);
create index audit_entries_at_idx on audit_entries (at desc, id desc);
create index audit_entries_subject_idx on audit_entries (subject_type, subject_id, at desc);
create index audit_entries_actor_idx on audit_entries (actor_id, at desc);
create index audit_entries_action_idx on audit_entries (action, at desc);
create index audit_entries_search_idx on audit_entries using gin (search_text gin_trgm_ops);
-- Finds the entries of a rare subject type without scanning those of the others.
create index audit_entries_type_idx on audit_entries (subject_type, at desc, id desc);

-- Entries of the audit trail end after the sixth year after theirs, as the tax records that they explain.
create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_erasure(to_jsonb(old), to_jsonb(new),
      '{actor_name,address,device,subject_label,changes,search_text}') then return new; end if;
  elsif tg_op = 'DELETE' then
    if coalesce(current_setting('passeio.erasing', true), '') = 'on'
      and old.at < date_trunc('year', now()) - interval '6 years' then return old; end if;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'check_violation', constraint = 'audit_is_final';
end $$;
create trigger audit_entries_are_final before update or delete on audit_entries
  for each row execute function refuse_change_of_history();
create trigger audit_entries_stay before truncate on audit_entries
  for each statement execute function refuse_change_of_history();
