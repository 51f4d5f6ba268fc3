-- What an operator may do beyond the daily work; null: everything, as before there were permissions. A refund limit is
-- in centavos and of one reservation; null: none.
alter table users add column permissions text[];
alter table users add column refund_limit_cents integer check (refund_limit_cents >= 0);
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT'));
alter table role_grants drop constraint role_grants_role_check;
alter table role_grants add constraint role_grants_role_check
  check (role in ('ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT'));

drop trigger users_version on users;
create trigger users_version before update on users
  for each row when (
    row(old.name, old.email, old.cpf, old.rg, old.emitter, old.birthdate, old.contact, old.role, old.is_disabled,
      old.permissions, old.refund_limit_cents)
    is distinct from
    row(new.name, new.email, new.cpf, new.rg, new.emitter, new.birthdate, new.contact, new.role, new.is_disabled,
      new.permissions, new.refund_limit_cents)
  )
  execute function count_version_of_person();

-- Guides with an account, who board these departures and see nothing else.
create table trip_guides (
  trip_id uuid not null references trips (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (trip_id, user_id)
);
create index trip_guides_of_user_idx on trip_guides (user_id);
