-- Names and issuers of the payment providers of this installation, of which there may be several of a kind: a charge of
-- a provider that is no longer among them keeps no hold waiting, and its payments go back by hand.
alter table operator
  add column provider_names text[] not null default '{}',
  add column provider_issuers text[] not null default '{}';
