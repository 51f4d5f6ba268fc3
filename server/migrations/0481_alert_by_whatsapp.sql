-- The telephone of somebody who chose to hear of the next date by WhatsApp; erased with the alert.
alter table trip_alerts
  add column phone text constraint trip_alerts_phone_check check (phone ~ '^\+[0-9]{8,15}$');
create index trip_alerts_phone_idx on trip_alerts (phone) where phone is not null;
