import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiscalSettings } from '@passeio/contract/payments/fiscal-settings';
import { type DemoGovernment, startDemoGovernment } from '../../demo/government/index.ts';
import { MUNICIPALITY } from '../../demo/government/rules.ts';
import type { Deps } from '../src/deps.ts';
import { readCompanyCertificate } from '../src/ports/fiscal/certificate.ts';
import type { Declaration, FiscalService } from '../src/ports/fiscal/port.ts';
import { sefinNacional } from '../src/ports/fiscal/sefin-nacional.ts';
import { testConnections } from './connections.ts';

/** The CNPJ of the operator in tests of notes. */
export const OPERATOR_TAX_ID = '11222333000181';

/** Settings that the demonstration government takes. */
export const fiscalSettings: FiscalSettings = {
  ...{ municipality: MUNICIPALITY, municipalRegistration: '', series: 1, allowsUnnamed: false },
  ...{ simplesOption: '3', simplesRegime: '1', specialRegime: '0' },
  ...{ serviceCode: '090202', municipalCode: '', nbsCode: '118053900' },
  ...{ rate: null, approximateTaxes: 600, ownPercent: 100, issueRule: 'by_hand' },
  ...{ personalUse: '', operationIndicator: '', taxSituation: '', taxClass: '' },
};

/** A note that the demonstration government takes. */
export const declaration: Declaration = {
  issuer: { taxId: OPERATOR_TAX_ID, ...fiscalSettings },
  ...{ series: 1, number: 1, issuedAt: '2026-11-20T10:00:00-03:00', competence: '2026-11-20' },
  payer: { taxId: '52998224725', name: 'Ana Lima' },
  description: 'Passeio “Capitólio”, saída em 20/11/2026.',
  amountCents: 18_900,
};

/** Dependencies of an application that issues its notes by this service. */
export const fiscalDeps =
  (fiscal: FiscalService | undefined) =>
  (usual: Pick<Deps, 'db' | 'changes' | 'logger'>): Pick<Deps, 'connections'> => ({
    connections: testConnections(usual, { given: { fiscal, sources: fiscal ? { fiscal: 'server' } : {} } }),
  });

export interface TestGovernment extends DemoGovernment {
  dataDir: string;
  /** A client of a company; the operator's by default. */
  connect(company?: { taxId?: string; expiresAt?: Date; answerMs?: number }): Promise<FiscalService>;
}

/** The demonstration government with a data folder of its own. */
export async function startTestGovernment(): Promise<TestGovernment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-government-'));
  const company = { name: 'Empresa de teste', taxId: OPERATOR_TAX_ID };
  const government = await startDemoGovernment({ dataDir, pagePort: 0, company });
  return {
    ...government,
    dataDir,
    async connect({ taxId = OPERATOR_TAX_ID, expiresAt, answerMs = 20_000 } = {}) {
      const { cert, key } = await government.authority.issueForCompany({
        ...{ name: 'Empresa de teste', taxId },
        ...(expiresAt && { expiresAt }),
      });
      const certificate = readCompanyCertificate(Buffer.from(cert + key), '');
      return sefinNacional({ ...government.access, certificate, answerMs });
    },
    async stop() {
      await government.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
