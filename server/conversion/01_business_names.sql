-- Tables and columns get the business's names. Hashes of final manifests stay: they are of the content alone.
alter table road_lists rename to final_manifests;
alter table trip_closings rename to settlement_reports;
alter table trips rename column questions to faq;
alter table trips rename column guarantee_told_at to guarantee_notified_at;
alter table waiting_list_entries rename column told_at to notified_at;
alter table trip_cancellations rename column told_at to notified_at;
alter table trip_cancellation_choices rename column told_at to notified_at;

-- A constraint's index is renamed with it; PostgreSQL names those that require a value too.
do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as table, conname as name, renamed.name as new_name
    from pg_constraint, lateral (select case
        when starts_with(conname, 'trips_questions_') then replace(conname, 'trips_questions', 'trips_faq')
        else replace(replace(replace(replace(conname, 'road_lists', 'final_manifests'),
          'trip_closings', 'settlement_reports'), 'told_at', 'notified_at'), 'done_once_told', 'done_once_notified')
      end as name) renamed
    where connamespace = 'public'::regnamespace and conrelid <> 0 and renamed.name <> conname
  loop
    execute format('alter table %s rename constraint %I to %I', old.table, old.name, old.new_name);
  end loop;
end $$;

alter index road_lists_to_erase_idx rename to final_manifests_to_erase_idx;
alter index trips_guarantee_to_tell_idx rename to trips_guarantee_to_notify_idx;
alter index waiting_list_untold_idx rename to waiting_list_to_notify_idx;
alter index trip_cancellations_to_tell_idx rename to trip_cancellations_to_notify_idx;

alter trigger road_lists_hashed on final_manifests rename to final_manifests_hashed;
alter trigger road_lists_are_final on final_manifests rename to final_manifests_are_final;
alter trigger road_lists_stay on final_manifests rename to final_manifests_stay;
alter trigger trip_closings_after_return on settlement_reports rename to settlement_reports_after_return;
alter trigger trip_closings_are_final on settlement_reports rename to settlement_reports_are_final;
alter trigger trip_closings_stay on settlement_reports rename to settlement_reports_stay;
alter trigger trip_cancellations_told_stay on trip_cancellations rename to trip_cancellations_notified_stay;

alter function hash_road_list() rename to hash_final_manifest;
alter function refuse_change_of_road_list() rename to refuse_change_of_final_manifest;
alter function check_trip_closing() rename to check_settlement_report;
alter function refuse_change_of_closing() rename to refuse_change_of_settlement_report;
alter function refuse_undoing_told_cancellation() rename to refuse_undoing_notified_cancellation;

create or replace function refuse_change_of_final_manifest() returns trigger language plpgsql as $$
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
    using errcode = 'check_violation', constraint = 'final_manifests_are_final';
end $$;

create or replace function check_settlement_report() returns trigger language plpgsql as $$
begin
  if not exists (select from trips where id = new.trip_id and returns_at <= new.created_at) then
    raise exception 'nobody has returned'
      using errcode = 'check_violation', constraint = 'settlement_reports_after_return';
  end if;
  return new;
end $$;

create or replace function refuse_change_of_settlement_report() returns trigger language plpgsql as $$
begin
  raise exception 'closed accounts are never changed'
    using errcode = 'check_violation', constraint = 'settlement_reports_are_final';
end $$;

create or replace function refuse_undoing_notified_cancellation() returns trigger language plpgsql as $$
begin
  raise exception 'people were notified'
    using errcode = 'check_violation', constraint = 'trip_cancellations_notified_stay';
end $$;
