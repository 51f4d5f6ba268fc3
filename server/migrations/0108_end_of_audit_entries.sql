-- Entries of the audit trail end after the sixth year after theirs, as the tax records that they explain.
create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
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
