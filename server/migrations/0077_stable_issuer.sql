-- The issuer under which people of the embedded provider are stored. It was the public URL, so nobody was recognised
-- after the site had moved to another address: what most people have stays for good, new installations have a name.
create table identity.issuer (
  only_row boolean primary key default true check (only_row),
  name text not null
);

insert into identity.issuer (name)
select coalesce(
  (select u.issuer from users u join identity."user" i on i.id::text = u.subject
    group by u.issuer order by count(*) desc limit 1),
  'passeio'
);

-- Those of another address are recognised again, unless they have come back as somebody new meanwhile.
update users u set issuer = own.name from identity.issuer own
where u.issuer <> own.name
  and exists (select from identity."user" i where i.id::text = u.subject)
  and not exists (select from users other where (other.issuer, other.subject) = (own.name, u.subject))
  and not exists (select from users twin
    where twin.subject = u.subject and twin.issuer <> own.name and twin.id < u.id);
update role_grants g set issuer = own.name from identity.issuer own
where g.issuer <> own.name
  and exists (select from identity."user" i where i.id::text = g.subject)
  and not exists (select from role_grants other where other.subject = g.subject and other.ctid <> g.ctid);
