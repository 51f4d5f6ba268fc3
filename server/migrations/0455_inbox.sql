-- How far the team has read a conversation.
alter table conversations add column seen_at timestamptz;
create index conversations_waiting on conversations (last_message_at, id) where state = 'waiting';

-- How people call a trip when they ask for it.
alter table trips add column nicknames text[] not null default '{}';
