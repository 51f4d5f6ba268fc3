-- How somebody came who waits, and by whose link, as of who reserves: the offer's reservation takes it over.
alter table waiting_list_entries
  add column seller_code text constraint waiting_list_seller_code_check check (seller_code ~ '^[0-9A-Z]{7}$'),
  add column first_touch jsonb,
  add column last_touch jsonb,
  add constraint waiting_list_touches check (
    (first_touch is null) = (last_touch is null)
    and (first_touch is null or is_touch(first_touch) and is_touch(last_touch)
      and first_touch ->> 'at' <= last_touch ->> 'at'));
