-- When the seller wrote the Pix key of their commission themselves; null: staff did.
alter table sellers add column pix_key_by_seller_at timestamptz;
