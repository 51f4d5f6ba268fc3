-- Who last changed the Pix key to which a refund goes, and when: its payer or staff.
alter table refunds
  add column pix_key_changed_by uuid references users,
  add column pix_key_changed_at timestamptz;
