-- Up to which number the documents were read that the government distributes to a company.
create table fiscal_documents_read (
  environment text not null constraint fiscal_documents_read_environment_check check (environment in ('1', '2')),
  tax_id text not null constraint fiscal_documents_read_tax_id_check check (tax_id ~ '^[0-9]{14}$'),
  last_number bigint not null constraint fiscal_documents_read_number_check check (last_number >= 0),
  primary key (environment, tax_id)
);
