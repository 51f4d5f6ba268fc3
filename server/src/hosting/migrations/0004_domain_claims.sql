-- Domains that operators say are theirs, until a record proves it. Several may say so of one.
create table domain_claims (
  slug text not null references operators on delete cascade,
  domain text not null check (domain = lower(domain) and char_length(domain) <= 253),
  -- What the record has to say.
  value text not null,
  created_at timestamptz not null default now(),
  primary key (slug, domain)
);
