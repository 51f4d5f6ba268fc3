-- In small parts: of many reservations at once the parts of their discounts are joined one by one.
do $$
declare
  chunk uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select array_agg(id), max(id::text)::uuid into chunk, last
    from (select id from reservations where id > last order by id limit 500) next;
    exit when chunk is null;
    perform follow_party_in_lines(chunk);
  end loop;
end $$;
