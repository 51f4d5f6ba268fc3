-- The operator's own data: exactly one row.
create table operator (
  only_row boolean primary key default true check (only_row),
  name text not null,
  legal_name text not null default '',
  cnpj text not null default '',
  cadastur text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  email text not null default '',
  phone text not null default '',
  whatsapp text not null default '',
  social_url text not null default '',
  social_label text not null default '',
  opening_hours text not null default 'Segunda à sexta de 09h às 18h',
  time_zone text not null default 'America/Sao_Paulo',
  accent_color text not null default '#0b7285' check (accent_color ~ '^#[0-9a-f]{6}$'),
  pix_key text not null default '',
  tagline text not null default '',
  hero_text text not null default '',
  contact_html text not null default '',
  cancellation_policy_html text not null default '',
  updated_at timestamptz not null default now()
);

insert into operator (name) values ('Passeio');
