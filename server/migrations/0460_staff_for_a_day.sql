-- Staff whose access ends, as who supports the operator from outside; none: without an end.
alter table staff_invitations
  add column for_hours integer constraint staff_invitations_for_hours_check check (for_hours between 1 and 168);
alter table users add column staff_until timestamptz;
create index users_staff_until_idx on users (staff_until) where staff_until is not null;
