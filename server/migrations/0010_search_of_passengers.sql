-- For staff's search: people with a reservation who have no account. Those with one are found by users_search_idx, so
-- that reserving, which names the payer alone, writes nothing here. Two blanks: a place without a name.
create index participants_search_idx on participants using gin (search_text gin_trgm_ops)
  where user_id is null and removed_at is null and search_text <> '  ';
