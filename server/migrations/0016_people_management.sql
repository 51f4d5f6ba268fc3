alter table users
  -- Incremented by changes of the fields that staff sees, for optimistic locking: saving an older version is rejected.
  add column version integer not null default 1,
  -- Sort key of lists; stored, because a page far down the list compares thousands of names.
  add column sort_name text generated always as (searchable(name)) stored;

create function count_version_of_person() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger users_version before update on users
  for each row when (
    row(old.name, old.email, old.cpf, old.rg, old.emitter, old.birthdate, old.contact, old.role, old.is_disabled)
    is distinct from
    row(new.name, new.email, new.cpf, new.rg, new.emitter, new.birthdate, new.contact, new.role, new.is_disabled)
  )
  execute function count_version_of_person();

drop index users_name_idx, users_role_idx;
create index users_name_idx on users (sort_name, id);
create index users_role_idx on users (role, sort_name, id) where role <> 'CLIENT';
create index users_created_idx on users (created_at desc, id desc);
-- Partial indexes for rare rows, which would otherwise be found by scanning all people.
create index users_disabled_idx on users (sort_name, id) where is_disabled;
create index users_without_account_idx on users (sort_name, id) where subject is null;
