-- The operator's own data and settings: exactly one row.
create table operator (
  only_row boolean primary key default true check (only_row),
  -- Incremented when the settings are saved, for optimistic locking: saving an older version is rejected.
  version integer not null default 1,
  updated_at timestamptz not null default now(),

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
  pix_key text not null default '',

  -- The portal.
  tagline text not null default '',
  hero_text text not null default '',
  contact_html text not null default '',
  cancellation_policy_html text not null default '',
  -- The operator's travel contract with fields as in "{cliente}"; empty: there is none.
  contract_text text not null default '',
  accent_color text not null default '#0b7285' check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Id of the logo in the storage, and its size; null without a logo.
  logo_id uuid,
  logo_width integer,
  logo_height integer,

  -- Access. Idle times: 0 means never.
  require_confirmed_email boolean not null default true,
  -- Whether staff needs a second step to sign in.
  require_two_factor boolean not null default false,
  client_idle_minutes integer not null default 0 check (client_idle_minutes between 0 and 1440),
  staff_idle_minutes integer not null default 30 check (staff_idle_minutes between 0 and 1440),

  -- Holds: how long places are kept without money, usually and at least, and how long before departure they end.
  hold_minutes integer not null default 1440 check (hold_minutes >= 1),
  shortest_hold_minutes integer not null default 30 check (shortest_hold_minutes >= 1),
  last_moment_minutes integer not null default 120 check (last_moment_minutes >= 1),
  -- How long an offer of the waiting list stands, and how long the operator has to answer a request.
  offer_minutes integer not null default 240 check (offer_minutes >= 1),
  request_minutes integer not null default 1440 check (request_minutes >= 1),
  -- How many places a client may hold without money over all trips, and how long a client who let go of unpaid places
  -- waits before holding places of the same trip again.
  unpaid_places integer not null default 40 check (unpaid_places >= 1),
  pause_minutes integer not null default 60 check (pause_minutes >= 1),

  -- Deadlines before departure: of the balance, and of changing participants.
  balance_due_hours integer not null default 48 check (balance_due_hours >= 1),
  transfer_hours integer not null default 48 check (transfer_hours >= 1),
  -- The operator's rule for instalments that are not paid: after so many days the payer is told that one is late, and
  -- if the operator says so, the reservation is cancelled so many days after the instalment was due.
  instalment_grace_days integer not null default 3 check (instalment_grace_days between 1 and 60),
  releases_overdue boolean not null default false,
  overdue_release_days integer not null default 15 check (overdue_release_days between 1 and 365),

  -- Whether clients withdraw without a penalty within `withdrawal_days`.
  withdrawal_right boolean not null default true,
  withdrawal_days integer not null default 7 check (withdrawal_days >= 1),
  -- Within how many days money goes back.
  refund_days integer not null default 10 check (refund_days >= 1),

  -- Whether the configuration names a payment provider; written at every start, for queries.
  has_payment_provider boolean not null default false,
  -- Whether this installation has a provider of cards; has_payment_provider is of codes.
  has_card_provider boolean not null default false,
  -- Names and issuers of the payment providers of this installation, of which there may be several of a kind: a charge
  -- of a provider that is not among them keeps no hold waiting, and its payments go back by hand.
  provider_names text[] not null default '{}',
  provider_issuers text[] not null default '{}',
  -- How long after a hold's deadline the bank is waited for before staff is notified.
  bank_check_minutes integer not null default 60 check (bank_check_minutes >= 1),

  -- Days after the return for which files of receipts are kept, and names and documents of final manifests, guides'
  -- names and notes of participants.
  receipt_days integer not null default 90 check (receipt_days >= 1),
  list_days integer not null default 90 check (list_days between 1 and 365),
  -- Years without a trip after which people are erased; null: never.
  erase_idle_years smallint constraint operator_erase_idle_years check (erase_idle_years between 2 and 10),
  -- Who answers for personal data, and where people write; empty: the operator's own name and contacts.
  privacy_controller text not null default '',
  privacy_contact text not null default '',

  sells_gift_cards boolean not null default false,
  -- What paying by a means adds to the price, or takes off, in tenths of a percent, and by what a trip may be paid.
  pix_permille integer not null default 0 check (pix_permille between -200 and 200),
  card_permille integer not null default 0 check (card_permille between -200 and 200),
  -- Whether the panel tells administrators that new operators start with few permissions, until one has read it.
  permissions_notice boolean not null default false,

  constraint operator_logo_is_whole check (num_nulls(logo_id, logo_width, logo_height) in (0, 3))
);
insert into operator (name) values ('Passeio');

-- Notifies every process of changes to public data, so that the cached pages that depend on it are invalidated.
-- Payload: the sender (empty for the database itself), then the changes, separated by spaces.
create function tell_operator_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', ' operator');
  return null;
end $$;
create trigger operator_tells_change after update on operator
  for each statement execute function tell_operator_change();
