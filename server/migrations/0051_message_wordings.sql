-- The operator's own wording of messages; those that are not here have the default. Versions are never given out twice,
-- not even to a wording that was deleted and written anew: who saves over an older one is told.
create sequence message_wording_versions as int;

create table message_wordings (
  key text primary key,
  -- Empty for WhatsApp.
  subject text not null,
  text text not null check (text <> ''),
  version int not null default nextval('message_wording_versions'),
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);
alter sequence message_wording_versions owned by message_wordings.version;
