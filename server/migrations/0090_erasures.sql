-- Erased people. Their row stays, because reservations refer to it, and says nothing of them.
alter table users add column erased_at timestamptz;

-- What tax law keeps of an erased payer: beside their row, so that no list, search or page finds it.
create table fiscal_records (
  user_id uuid primary key references users,
  name text not null,
  cpf text,
  keep_until date not null
);
create index fiscal_records_by_end on fiscal_records (keep_until);

-- Who was erased, by ids alone. The same is in a file of each erasure, which a restored backup is compared with.
create table erasures (
  id uuid primary key,
  subject text not null check (subject in ('person', 'participant')),
  erased_at timestamptz not null default now()
);

-- Whether a change does nothing but blank `columns`, in a transaction that says that it erases. Of JSON only the kind of
-- value is compared: texts in it are blanked one by one.
create function is_erasure(before jsonb, after jsonb, columns text[]) returns boolean language sql stable as $$
  select coalesce(current_setting('passeio.erasing', true), '') = 'on'
    and before - columns = after - columns
    and not exists (
      select from unnest(columns) as one
      where after -> one is distinct from before -> one
        and jsonb_typeof(after -> one) = 'string' and after ->> one not in ('', '•••')
    )
$$;

-- JSON in which the texts that contain one of `hidden` are blank; null: all texts.
create function blackened(content jsonb, hidden text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(content)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, blackened(value, hidden)), '{}') from jsonb_each(content))
    when 'array' then (
      select coalesce(jsonb_agg(blackened(value, hidden) order by place), '[]')
      from jsonb_array_elements(content) with ordinality as elements (value, place))
    when 'string' then case
      when content #>> '{}' = '' then content
      -- Moments, which a timeline reads.
      when hidden is null and content #>> '{}' ~ '^\d{4}-\d{2}-\d{2}T[\d:.]+Z$' then content
      when hidden is null or mentions(content #>> '{}', hidden) then '"•••"'
      else content end
    else content end;
end $$;
create function mentions(said text, hidden text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(hidden) as word where strpos(lower(said), lower(word)) > 0)
$$;

-- What is final stays so, but for people's data in it.
create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_erasure(to_jsonb(old), to_jsonb(new),
      '{actor_name,address,device,subject_label,changes,search_text}') then return new; end if;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'check_violation', constraint = 'audit_is_final';
end $$;

create or replace function refuse_change_of_ledger_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{payer_name,note,direction}') then return new; end if;
  end if;
  raise exception 'ledger entries are never changed; record the opposite'
    using errcode = 'check_violation', constraint = 'ledger_entries_are_final';
end $$;

create or replace function refuse_change_of_gift_card_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{reason}') then return new; end if;
  end if;
  raise exception 'entries of gift cards are never changed; record the opposite'
    using errcode = 'check_violation', constraint = 'gift_card_entries_are_final';
end $$;

create or replace function refuse_change_of_road_list() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.content = without_people(old.content)
      and to_jsonb(new) - '{content,erased_at}'::text[] = to_jsonb(old) - '{content,erased_at}'::text[]
      and exists (select from trips t, operator o
        where t.id = old.trip_id and t.returns_at + make_interval(days => o.list_days) < now())
    then
      return new;
    end if;
    if is_erasure(to_jsonb(old), to_jsonb(new), '{content}') then
      return new;
    end if;
  end if;
  raise exception 'closed lists are never changed'
    using errcode = 'check_violation', constraint = 'road_lists_are_final';
end $$;

drop trigger boarding_taps_are_final on boarding_taps;
create trigger boarding_taps_are_final before update on boarding_taps for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), '{reason}')) execute function refuse_deletion();
create trigger boarding_taps_stay before delete on boarding_taps for each row execute function refuse_deletion();

drop trigger reservation_lines_are_final on reservation_lines;
create trigger reservation_lines_are_final before update on reservation_lines for each row when (
  (old.ended_at is not null or new.ended_at is null
  or row(old.id, old.reservation_id, old.participant_id, old.kind, old.label, old.quantity, old.unit_cents, old.source_id,
      old.is_refundable)
    is distinct from
    row(new.id, new.reservation_id, new.participant_id, new.kind, new.label, new.quantity, new.unit_cents, new.source_id,
      new.is_refundable))
  and not is_erasure(to_jsonb(old), to_jsonb(new), '{label}')
) execute function refuse_deletion();
