import pg from 'pg';

// Loaded before the server: each transfer is committed before what belongs to it. The control of a crash.
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [asked] = given as [string | { text?: string }];
  const text = typeof asked === 'string' ? asked : asked.text;
  const result = query.apply(this, given);
  if (!text?.startsWith('insert into "transfers"')) return result;
  return (result as Promise<unknown>).then(async (written) => {
    await query.call(this, 'commit; begin');
    return written;
  });
} as typeof pg.Client.prototype.query;
