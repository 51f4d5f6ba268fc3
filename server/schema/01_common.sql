-- What several subjects use: text for searching, and history that is never deleted.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Normalises text for search: lower case, without accents. Immutable, as indexes require: the dictionary is named
-- explicitly and comes with the extension.
create function searchable(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Normalises text to words, each preceded by one space. A search for one or two letters includes that space, so that
-- the trigram index can be used; a match anywhere could not use it. Only ASCII punctuation is replaced: accents are
-- removed before, and letters without an ASCII form are kept.
create function searchable_words(value text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(searchable(value), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'));

-- The constraint's name is the table's, with "_are_final".
create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception '% are not deleted', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;

-- Whether a change does nothing but blank `columns`, in a transaction that says that it erases. Of JSON only the kind
-- of value is compared: texts in it are blanked one by one.
create function is_erasure(before jsonb, after jsonb, columns text[]) returns boolean language sql stable as $$
  select coalesce(current_setting('passeio.erasing', true), '') = 'on'
    and before - columns = after - columns
    and not exists (
      select from unnest(columns) as one
      where after -> one is distinct from before -> one
        and jsonb_typeof(after -> one) = 'string' and after ->> one not in ('', '•••')
    )
$$;
