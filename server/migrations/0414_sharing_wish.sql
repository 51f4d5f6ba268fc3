-- With whom the sharers of a party that waits would like to share, as they say it; the offer's rooms take it over.
alter table waiting_list_entries
  add column share_with text constraint waiting_list_entries_share_with_check check (length(share_with) between 1 and 80),
  add constraint waiting_list_share_with_somebody check (share is not null or share_with is null);
