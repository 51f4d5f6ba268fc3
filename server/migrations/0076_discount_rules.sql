-- Automatic discounts. What one takes off a reservation is a line with its id as source, which stays as it was agreed.
create table discount_rules (
  id uuid primary key,
  label text not null check (label <> ''),
  -- When it applies; null: whatever there is. Empty lists: all.
  min_people integer check (min_people > 0),
  min_total_cents integer check (min_total_cents > 0),
  min_days_before integer check (min_days_before > 0),
  counted_fares text[] not null default '{}',
  benefit text not null check (benefit in ('percent', 'amount_each', 'cheapest_free')),
  value integer not null check (value > 0 and (benefit <> 'percent' or value <= 100)),
  lowered_fares text[] not null default '{}',
  trip_ids uuid[] not null default '{}',
  valid_from timestamptz,
  valid_until timestamptz,
  is_active boolean not null default true,
  position integer not null,
  created_at timestamptz not null default now()
);

-- Whether a reservation has a discount.
create index reservation_lines_of_discount on reservation_lines (source_id) where kind = 'discount';
