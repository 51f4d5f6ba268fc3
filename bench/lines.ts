import { createDatabase, createPool } from '../server/src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { prepareDatabase } from '../server/src/platform/database/migrate.ts';
import { countFaultsOfLines, fillEarlierReservations, readMoney } from '../server/test/earlier-reservations.ts';
import { printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// The reservations of release 0.2.0 get their lines: how long that takes, and whether every total, due, refund and
// place is what it was.
const RESERVATIONS = Number(process.env.RESERVATIONS ?? 100_000);

const folder = await temporaryFolder();
const server = await startEmbeddedPostgres(folder.path, () => undefined);
const url = server.connectionString;
const nothing = async () => undefined;
await prepareDatabase(url, nothing, { until: '0000_baseline' });
const db = createDatabase(createPool({ connectionString: url, max: 1, hasTimeouts: false, onError: () => undefined }));
await fillEarlierReservations(db, RESERVATIONS);
const before = await readMoney(db);
const since = performance.now();
await prepareDatabase(url, nothing, { until: '0007_payments_of_providers' });
const seconds = (performance.now() - since) / 1_000;
const faults = await countFaultsOfLines(db);
await prepareDatabase(url, nothing);
const isSame = (await readMoney(db)) === before;
await db.destroy();
await server.stop();
await folder.remove();

printTable('Reservations of release 0.2.0 with lines', [
  {
    reservations: faults.reservations,
    'migrated in, s': seconds.toFixed(1),
    'money and places as before': isSame ? 'yes' : 'NO',
    'totals unlike their lines': faults.totals,
    'fares unlike their lines': faults.fares,
    'discounts unlike their parts': faults.parts,
  },
]);
await writeResult('lines', { seconds, isSame, ...faults });
