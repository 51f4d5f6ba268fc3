-- A payment is provider and reference: `provider` gives the reference. All Pix have 'pix', because the Central Bank's
-- system gives their ids whatever bank reports them; another provider has its name. A charge has the adapter that asks
-- for it as its provider, and a reference of ours. Servers of release 0.2.0 know Pix alone: triggers keep their
-- columns equal to the new ones.

alter table charges
  add column provider text check (provider ~ '^[a-z_]{1,40}$'),
  add column kind text not null default 'pix' check (kind in ('pix', 'card', 'manual')),
  add column reference text constraint charges_reference_key unique check (reference ~ '^[A-Za-z0-9]{1,35}$'),
  -- Where the payer goes to pay, of a provider without a code.
  add column address text;
update charges set reference = txid, provider = case method when 'static_pix' then 'own_key' else 'pix_api' end;
alter table charges alter column provider set not null, alter column reference set not null;

create function sync_charge_method() returns trigger language plpgsql as $$
begin
  if new.provider is null or (tg_op = 'UPDATE' and new.provider = old.provider) then
    new.provider := case when new.method = 'static_pix' then 'own_key'
      when tg_op = 'UPDATE' and old.method = 'provider_pix' then old.provider else 'pix_api' end;
  end if;
  new.method := case new.provider when 'own_key' then 'static_pix' else 'provider_pix' end;
  new.reference := coalesce(new.reference, new.txid);
  new.txid := new.reference;
  return new;
end $$;
create trigger charges_sync_method before insert or update of provider, method on charges
  for each row execute function sync_charge_method();

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.amount_cents, old.reference, old.txid, old.purpose)
      is distinct from row(new.reservation_id, new.amount_cents, new.reference, new.txid, new.purpose)
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;

alter table ledger_entries
  add column provider text check (provider ~ '^[a-z_]{1,40}$'),
  add column reference text check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  add constraint ledger_entries_provider_of_reference check ((provider is null) = (reference is null));
alter table ledger_entries disable trigger ledger_entries_are_final;
update ledger_entries set provider = 'pix', reference = end_to_end_id where end_to_end_id is not null;
alter table ledger_entries enable trigger ledger_entries_are_final;
-- A payment counts once: its entries form a chain, as those of a Pix did.
create unique index ledger_entries_reference_key on ledger_entries (provider, upper(reference), records_again)
  nulls not distinct where reference is not null;

create function copy_reference_of_entry() returns trigger language plpgsql as $$
begin
  if new.reference is null then
    new.provider := 'pix';
    new.reference := new.end_to_end_id;
  end if;
  new.end_to_end_id := case new.provider when 'pix' then new.reference end;
  return new;
end $$;
-- Its name comes before that of the trigger that finds the reversed entry, and so it fires first.
create trigger ledger_entries_copy_reference before insert on ledger_entries
  for each row when (new.reference is not null or new.end_to_end_id is not null)
  execute function copy_reference_of_entry();

create or replace function find_reversed_recording() returns trigger language plpgsql as $$
begin
  new.records_again := (
    select e.id from ledger_entries e
    where e.provider = new.provider and upper(e.reference) = upper(new.reference)
      and (select reversal.id from ledger_entries reversal where reversal.reverses = e.id) is not null
      and (
        select again.id from ledger_entries again
        where again.provider = e.provider and upper(again.reference) = upper(e.reference) and again.records_again = e.id
      ) is null
  );
  return new;
end $$;

-- A payment that belongs to no reservation that we know.
alter table unmatched_payments
  add column provider text check (provider ~ '^[a-z_]{1,40}$'),
  add column reference text check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  add column charge_reference text not null default '',
  add column method text not null default 'pix' check (method in ('pix', 'card'));
update unmatched_payments set provider = 'pix', reference = end_to_end_id, charge_reference = txid;
alter table unmatched_payments alter column provider set not null, alter column reference set not null;
create unique index unmatched_payments_reference_key on unmatched_payments (provider, upper(reference));

create function copy_reference_of_unmatched() returns trigger language plpgsql as $$
begin
  new.provider := coalesce(new.provider, 'pix');
  new.reference := coalesce(new.reference, new.end_to_end_id);
  new.charge_reference := coalesce(nullif(new.charge_reference, ''), new.txid);
  new.txid := new.charge_reference;
  -- Its column takes letters and digits, each once.
  new.end_to_end_id := case new.provider when 'pix' then new.reference
    else left(regexp_replace(new.provider || new.reference, '[^A-Za-z0-9]', '', 'g'), 64) end;
  return new;
end $$;
create trigger unmatched_payments_copy_reference before insert on unmatched_payments
  for each row execute function copy_reference_of_unmatched();

alter table unreadable_pix add column charge_reference text not null default '';
update unreadable_pix set charge_reference = txid where txid <> '';

create function copy_reference_of_unreadable() returns trigger language plpgsql as $$
begin
  new.charge_reference := coalesce(nullif(new.charge_reference, ''), new.txid);
  new.txid := new.charge_reference;
  return new;
end $$;
create trigger unreadable_pix_copy_reference before insert on unreadable_pix
  for each row execute function copy_reference_of_unreadable();

alter table statement_lines add column reference text, add column charge_reference text not null default '';
update statement_lines set reference = end_to_end_id, charge_reference = txid;

-- Lines are written from JSON, in which what a server does not know is null.
create function copy_reference_of_line() returns trigger language plpgsql as $$
begin
  new.reference := coalesce(new.reference, new.end_to_end_id);
  new.end_to_end_id := new.reference;
  new.charge_reference := coalesce(new.charge_reference, new.txid, '');
  new.txid := new.charge_reference;
  return new;
end $$;
create trigger statement_lines_copy_reference before insert on statement_lines
  for each row execute function copy_reference_of_line();
