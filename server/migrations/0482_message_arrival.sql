-- In which order messages came, in microseconds since 1970: Meta dates them by the second. None of older rows, whose
-- order within a second is that of their ids.
alter table conversation_messages add column arrival bigint;
alter table conversation_messages
  alter column arrival set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
