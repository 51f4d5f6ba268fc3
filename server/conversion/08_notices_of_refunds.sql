-- When the payer was notified of what went back by itself.
alter table refunds add notified_at timestamptz;
