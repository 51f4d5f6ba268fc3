-- Of whom an adjustment is: of a person who left it takes back their share of discounts and extras, which are otherwise
-- of all who travelled when they were given.
alter table adjustments add column participant_id uuid references participants;
