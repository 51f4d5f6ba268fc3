-- What of the settings of notes is otherwise for a trip; null: as there.
create table trip_fiscal_settings (
  trip_id uuid primary key references trips on delete cascade,
  service_code text constraint trip_fiscal_settings_service_check check (service_code ~ '^[0-9]{6}$'),
  municipal_code text constraint trip_fiscal_settings_municipal_check check (municipal_code ~ '^[0-9]{3}$'),
  nbs_code text constraint trip_fiscal_settings_nbs_check check (nbs_code ~ '^[0-9]{9}$'),
  rate integer constraint trip_fiscal_settings_rate_check check (rate between 0 and 500),
  own_percent integer constraint trip_fiscal_settings_own_check check (own_percent between 1 and 100)
);

-- IBS and CBS, of which nothing is written unless all of it is there: whether clients consume the service themselves
-- (indFinal), and the codes cIndOp, CST and cClassTrib.
alter table fiscal_settings
  add column personal_use text not null default ''
    constraint fiscal_settings_personal_check check (personal_use ~ '^[01]?$'),
  add column operation_indicator text not null default ''
    constraint fiscal_settings_operation_check check (operation_indicator ~ '^([0-9]{6})?$'),
  add column tax_situation text not null default ''
    constraint fiscal_settings_situation_check check (tax_situation ~ '^([0-9]{3})?$'),
  add column tax_class text not null default ''
    constraint fiscal_settings_class_check check (tax_class ~ '^([0-9]{6})?$'),
  add constraint fiscal_settings_ibs_cbs check (
    (personal_use = '') = (operation_indicator = '') and (operation_indicator = '') = (tax_situation = '')
    and (tax_situation = '') = (tax_class = ''));
