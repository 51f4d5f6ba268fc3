import { sendInvoices } from '../../src/domains/payments/invoices/send-invoices.ts';
import { createDatabase, createPool } from '../../src/platform/database/connect.ts';
import { readCompanyCertificate } from '../../src/ports/fiscal/certificate.ts';
import { sefinNacional } from '../../src/ports/fiscal/sefin-nacional.ts';

// A process that does nothing but send notes, until it is killed.
const { databaseUrl, access, file } = JSON.parse(process.argv[2] ?? '{}');
const db = createDatabase(createPool({ connectionString: databaseUrl, max: 4, onError: () => undefined }));
const fiscal = sefinNacional({ ...access, certificate: readCompanyCertificate(Buffer.from(file), '') });
const logger = { warn: () => undefined };
const jobs = { enqueue: async () => undefined };
process.stdout.write('ready\n');
for (;;) {
  await sendInvoices({ db, fiscal, logger, jobs } as never, undefined, { leaseS: 0.5, pauseS: 0.1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
