-- New operators start with few permissions, and refund up to a limit that is chosen when they are invited; null: none.
alter table staff_invitations add column refund_limit_cents integer check (refund_limit_cents > 0);

-- Operators of before keep what they have. The panel says so until an administrator has read it.
alter table operator add column permissions_notice boolean not null default false;
update operator set permissions_notice = true
  where exists (select from users where role = 'OPERATOR' and (permissions is null
    or 'refund' = any (permissions) and refund_limit_cents is null));
