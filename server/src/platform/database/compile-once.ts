import type { CompiledQuery } from 'kysely';
import type { Database } from './connect.ts';

/** A query of Kysely's builder or of its `sql` tag. */
interface Compilable<Row> {
  compile(db: Database): CompiledQuery<Row>;
}

/**
 * A query that is built and compiled at its first use; later only its values change. `build` gets a stand-in for each
 * of the `names`, which it must pass on as a parameter: the SQL must not depend on the values.
 */
export function compileOnce<Values, Row>(
  names: readonly (keyof Values & string)[],
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const standIns = Object.fromEntries(names.map((name) => [name, { name }]));
  const nameOf = new Map<unknown, keyof Values>(names.map((name) => [standIns[name], name]));
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    // A plugin may change the SQL, as those of tests do.
    if (db.getExecutor().plugins.length > 0) return (await db.executeQuery<Row>(build(db, values).compile(db))).rows;
    compiled ??= build(db, standIns as Values).compile(db);
    const parameters = compiled.parameters.map((given) => {
      const name = nameOf.get(given);
      return name === undefined ? given : values[name];
    });
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
