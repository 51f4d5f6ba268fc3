import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ObservedCall } from '../../../../demo/bank/api.ts';
import { QUICK_LIMITS, startTestBank, type TestBank } from '../../../test/banks/demo-bank.ts';
import { pixApi } from './pix-api.ts';
import type { ChargeToStart, PaymentProvider } from './port.ts';

// The Central Bank's document is not part of this repository: https://github.com/bacen/pix-api
const besideTheRepository = join(import.meta.dirname, '../../../../../shared/data/bacen-api-pix-2.9.0.yaml');
const file = process.env.BACEN_API_PIX ?? besideTheRepository;
const isThere = existsSync(file);
const leftOut = isThere ? '' : ' (LEFT OUT: set BACEN_API_PIX to the document)';

const TXID = 'passeio0000000000000000000001';

// Our routes, as the document names them.
const PATHS: Record<string, string> = {
  '/cob/:txid': '/cob/{txid}',
  '/cobv/:txid': '/cobv/{txid}',
  '/pix': '/pix',
  '/pix/:e2eid': '/pix/{e2eid}',
  '/pix/:e2eid/devolucao/:id': '/pix/{e2eid}/devolucao/{id}',
  '/webhook/:key': '/webhook/{chave}',
};

interface Content {
  content?: Record<string, { schema: object }>;
  $ref?: string;
}
interface Operation {
  requestBody?: Content;
  parameters?: { name?: string; schema?: object }[];
  responses: Record<string, Content>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { requestBodies: Record<string, Content>; schemas: Record<string, { required?: string[] }> };
}

function readDocument(): Document {
  // It writes patterns of documents as /^\d{11}$/, whose slashes no document has.
  const text = readFileSync(file, 'utf8').replaceAll(/pattern: (["']?)\/(\^.*\$)\/\1/g, 'pattern: $1$2$1');
  const document = parse(text) as Document;
  // It requires "cobs" in a list of Pix, whose own examples have "pix".
  const list = document.components.schemas.PixConsultados;
  if (list) list.required = ['parametros', 'pix'];
  // It requires the receiver's address beside the receiver too, where its own examples have none.
  const receiver = document.components.schemas.DadosRecebedor;
  if (receiver) receiver.required = [];
  return document;
}

/** Validates calls against the document. */
class DocumentChecker {
  #document = readDocument();
  #ajv = new Ajv({ strict: false, allErrors: true });

  constructor() {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'bacen');
  }

  faultsOf({ method, route, query, requestBody, status, body }: ObservedCall): string[] {
    const path = PATHS[route];
    const operation = path && this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [`${method} ${route} is not in the document`];
    const response = operation.responses[status];
    if (!response) return [`${method} ${route} answers ${status}, which is not in the document`];
    const faults = [
      ...this.#faults(`${method} ${route}: request`, this.#schemaOf(operation.requestBody), requestBody),
      ...this.#faults(`${method} ${route}: ${status}`, this.#schemaOf(response), body),
    ];
    for (const { name, schema } of operation.parameters ?? []) {
      const value = name && (query as Record<string, unknown>)[name];
      if (!name || !schema || value === undefined) continue;
      // A query has words only.
      faults.push(...this.#faults(`${route}?${name}`, schema, value === 'true' ? true : value));
    }
    return faults;
  }

  faultsOfNotice(body: unknown): string[] {
    return this.#faults('notice', this.#schemaOf(this.#document.components.requestBodies.WebhookPixBody), body);
  }

  #schemaOf(holder: Content | undefined): object | undefined {
    const resolved = holder?.$ref ? (this.#at(holder.$ref) as Content) : holder;
    return Object.values(resolved?.content ?? {})[0]?.schema;
  }

  #at(ref: string): unknown {
    let found: unknown = this.#document;
    for (const part of ref.split('/').slice(1)) found = (found as Record<string, unknown>)[part];
    return found;
  }

  #faults(where: string, schema: object | undefined, value: unknown): string[] {
    if (!schema) return [];
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"bacen#/'));
    const validate: ValidateFunction = this.#ajv.compile(absolute);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`);
  }
}

let bank: TestBank;
let provider: PaymentProvider;
const notices: unknown[] = [];
const receiver = createServer(async (request, response) => {
  notices.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
  response.end();
});

beforeAll(async () => {
  bank = await startTestBank();
  provider = pixApi({ ...bank.access, limits: QUICK_LIMITS });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await provider.close();
  await bank.stop();
  receiver.close();
});

/** Everything that the adapter can ask for, with answers and refusals. */
async function speak(): Promise<void> {
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await provider.notices.register(`${origin}/segredo`);
  const charge = {
    reference: TXID,
    amountCents: 15_050,
    expiresAt: new Date(Date.now() + 3_600_000),
    description: 'Sinal',
  };
  await provider.start({ ...charge, payer: { cpf: '12345678909', name: 'Maria da Silva' } });
  await provider.start(charge);
  await provider.changeExpiry(TXID, new Date(Date.now() + 600_000));
  await bank.press(`/pagar/${TXID}`, { valor: '150,50', nome: 'Maria' });
  await bank.press('/avulso', { valor: '7', nome: 'João' });
  const [paid] = bank.system.accounts.pix.keys();
  const endToEndId = paid ?? '';
  await provider.start(charge).catch(() => undefined);
  await provider.changeExpiry(TXID, new Date()).catch(() => undefined);
  await provider.withdraw(TXID);
  await provider.withdraw(TXID.replace(/1$/, '2'));
  await provider.start({ ...charge, reference: TXID.replace(/1$/, '3'), expiresAt: null });
  await provider.withdraw(TXID.replace(/1$/, '3'));
  await speakOfDueDates(charge);
  await provider.find(endToEndId);
  await provider.find(`E${'0'.repeat(31)}`);
  await provider.refund({ of: endToEndId, reference: 'DEV1', amountCents: 5_000 });
  await provider.refund({ of: endToEndId, reference: 'DEV2', amountCents: 90_000 }).catch(() => undefined);
  bank.system.accounts.skewMs = 10_000;
  await provider.refundState({ of: endToEndId, reference: 'DEV1', amountCents: 5_000 });
  await Array.fromAsync(provider.notices.list(new Date(Date.now() - 60_000), new Date()));
  await bank.press(`/contestar/${endToEndId}`, { valor: '20', natureza: 'MED_OPERACIONAL' });
  await provider.find(endToEndId);
  const returned = provider.notices.listReturned?.(new Date(Date.now() - 60_000), new Date());
  expect(await Array.fromAsync(returned ?? [])).toMatchObject([{ refunds: [{}, { dispute: 'med_operational' }] }]);
  bank.system.tokens.clear();
  await provider.find(endToEndId);
  bank.system.condition = 'closed';
  await provider.find(endToEndId).catch(() => undefined);
}

async function speakOfDueDates(charge: ChargeToStart): Promise<void> {
  const payer = { cpf: '12345678909', name: 'Maria da Silva' };
  const due = { on: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10), validDays: 3 };
  const dated = { ...charge, reference: TXID.replace(/1$/, '4'), payer, due };
  await provider.start(dated);
  await provider.start(dated);
  await provider.withdraw(dated.reference, { hasDueDate: true });
  await provider.start(dated).catch(() => undefined);
  await provider.withdraw(TXID.replace(/1$/, '5'), { hasDueDate: true });
}

it.skipIf(!isThere)(
  `the adapter and the demonstration bank speak as the Central Bank's document says${leftOut}`,
  async () => {
    const checker = new DocumentChecker();
    await speak();
    await expect.poll(() => notices.length).toBe(3);
    const calls = bank.seen.filter(({ route }) => route !== '/oauth/token');

    expect(calls.flatMap((call) => checker.faultsOf(call))).toEqual([]);
    expect(notices.flatMap((notice) => checker.faultsOfNotice(notice))).toEqual([]);
    const spoken = new Set(calls.map(({ method, route, status }) => `${method} ${route} ${status}`));
    expect(spoken.size).toBeGreaterThanOrEqual(21);

    const [first] = calls;
    if (first)
      expect(checker.faultsOf({ ...first, requestBody: {} })).toContain(
        "PUT /webhook/:key: request must have required property 'webhookUrl'",
      );
  },
);
