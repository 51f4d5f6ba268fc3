-- Clients cancel by themselves, with a quote: nothing makes requests of a cancellation any more.
drop index reservations_cancellation_requested_idx;
alter table reservations drop column cancellation_requested_at;
