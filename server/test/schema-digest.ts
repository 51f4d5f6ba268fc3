/** Selects `digest` of tables, constraints, triggers and applied migrations. */
export const SCHEMA_DIGEST = `
  select md5(string_agg(line, ' ' order by line)) as digest from (
    select format('%s.%s.%s %s', table_schema, table_name, column_name, data_type) from information_schema.columns
    union all select pg_get_constraintdef(oid) from pg_constraint
    union all select pg_get_triggerdef(oid) from pg_trigger
    union all select name from kysely_migration
  ) as lines(line)`;
