import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, type LyingBank, startLyingBank } from '../../../test/banks/lying-bank.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from './port.ts';

const ID = 'E0000000020261120120000000000001';
const TXID = 'passeio0000000000000000000001';
const pix = { endToEndId: ID, txid: TXID, valor: '56.70', horario: '2026-11-20T12:00:00.000Z' };
const asked = { of: ID, reference: 'R1', amountCents: 5_670 };
const charge = { reference: TXID, amountCents: 5_670, expiresAt: null, description: 'Sinal' };
const due = { on: '2027-03-10', validDays: 3 };
const dated = { ...charge, due, payer: { cpf: '12345678909', name: 'Maria' } };
const from = new Date(Date.now() - 60_000);

let lying: LyingBank;
let provider: PaymentProvider;
beforeAll(async () => {
  lying = await startLyingBank();
});
afterAll(() => lying.stop());
beforeEach(() => {
  lying.bank.asked = [];
  lying.bank.tokensAsked = 0;
  lying.bank.token = () => ({ access_token: 'token', expires_in: 3_600 });
  lying.bank.takesScopes = () => true;
  lying.bank.takesCredentials = () => true;
  provider = lying.connect();
});
afterEach(() => provider.close());

const answering = (body: unknown, status = 200) => {
  lying.bank.answer = (_, response) => json(response, status, body);
};
/** What is listed until an error, and the error. */
async function listed(to = new Date(), since = from): Promise<{ ids: string[]; error: unknown }> {
  const ids: string[] = [];
  try {
    for await (const one of provider.notices.list(since, to)) {
      ids.push('unreadable' in one ? `unreadable: ${one.unreadable}` : one.reference);
    }
  } catch (error) {
    return { ids, error };
  }
  return { ids, error: undefined };
}

describe('a list of Pix', () => {
  it('is read entry by entry, and of what cannot be read its raw reference is reported', async () => {
    const other = ID.replace(/1$/, '2');
    const { horario: _, ...withoutTime } = pix;
    const wrong = [
      { ...pix, endToEndId: 'E1', valor: '0.00' },
      { ...pix, endToEndId: 'E2', valor: '-1.00' },
      { ...pix, endToEndId: 'E3', valor: '1e21' },
      { ...pix, endToEndId: 'E4', valor: '99999999.99' },
      { ...pix, endToEndId: 'E5', horario: '0000-00-00' },
      { ...pix, endToEndId: 'E6', horario: null },
      { ...pix, endToEndId: "E7'; drop\n table" },
      { ...withoutTime, endToEndId: 'E8' },
      { cpf: '52998224725', valor: '1.00' },
      ...[null, 7, [], `<html>${'x'.repeat(1_000)}`],
    ];
    answering({ pix: [...wrong, pix, ...wrong, { ...pix, endToEndId: other }] });
    const { ids, error } = await listed();
    expect(error).toBeUndefined();
    expect(ids.filter((id) => !id.startsWith('unreadable'))).toEqual([ID, other]);
    const unreadable = ids.flatMap((id) => (id.startsWith('unreadable: ') ? [id.slice('unreadable: '.length)] : []));
    expect(unreadable.slice(0, 12)).toEqual([
      ...['E1', 'E2', 'E3', 'E4', 'E5', 'E6', "E7'; drop table", 'E8', '{"cpf":"…","valor":"1.00"}', 'null', '7', '[]'],
    ]);
    expect(unreadable).toHaveLength(wrong.length);
    expect(unreadable.at(-1)).toHaveLength(200);
  });

  it.each([
    ['empty', []],
    ['the last one again', [pix]],
  ])('that announces a page too many, which is %s, is whole', async (_, extra) => {
    const parametros = { paginacao: { paginaAtual: 0, quantidadeDePaginas: 2 } };
    lying.bank.answer = ({ url = '' }, response) => {
      const isFirst = new URL(url, lying.origin).searchParams.get('paginacao.paginaAtual') === '0';
      json(response, 200, { parametros, pix: isFirst ? [pix] : extra });
    };
    expect(await listed()).toEqual({ ids: [ID], error: undefined });
  });

  it.each([
    ['refuses a page too many', (response: ServerResponse) => json(response, 400, { title: 'Página inválida' }), false],
    ['refuses a page that is missing', (response: ServerResponse) => json(response, 400, {}), true],
    ['repeats a page instead of one that is missing', undefined, true],
  ])('of a bank that %s is read on in the other days', async (_, answerLast, isMissing) => {
    const days = new Map<string, string>();
    lying.bank.answer = ({ url = '' }, response) => {
      const { searchParams } = new URL(url, lying.origin);
      const day = String(searchParams.get('inicio'));
      if (!days.has(day)) days.set(day, ID.replace(/1$/, String(days.size + 1)));
      const quantidadeTotalDeItens = isMissing && days.size === 1 ? 2 : 1;
      const parametros = { paginacao: { quantidadeDePaginas: 2, quantidadeTotalDeItens } };
      if (searchParams.get('paginacao.paginaAtual') !== '0' && answerLast) return answerLast(response);
      json(response, 200, { parametros, pix: [{ ...pix, endToEndId: days.get(day) }] });
    };
    const { ids, error } = await listed(new Date(), new Date(Date.now() - 2.5 * 86_400_000));
    expect(ids).toEqual([1, 2, 3].map((day) => ID.replace(/1$/, String(day))));
    if (isMissing) expect(error).toBeInstanceOf(ProviderUnavailable);
    else expect(error).toBeUndefined();
  });

  it('whose pages do not advance, or do not end, is given up', async () => {
    const parametros = { paginacao: { paginaAtual: 0, quantidadeDePaginas: 1_000_000_000 } };
    answering({ parametros, pix: [pix] });
    expect(await listed()).toMatchObject({ ids: [ID], error: expect.any(ProviderUnavailable) });
    expect(lying.bank.asked).toHaveLength(2);

    answering({ parametros: { paginacao: { quantidadeDePaginas: 2, quantidadeTotalDeItens: 2 } }, pix: [pix] });
    expect(await listed()).toMatchObject({ ids: [ID], error: expect.any(ProviderUnavailable) });

    let last = 0;
    lying.bank.answer = (_, response) => {
      last += 1;
      json(response, 200, { parametros, pix: [{ ...pix, endToEndId: ID.replace(/\d{5}$/, String(10_000 + last)) }] });
    };
    const { ids, error } = await listed();
    expect([ids.length, error]).toEqual([1_000, expect.any(ProviderUnavailable)]);
  });

  it('is asked for by our clock too, whatever date the bank writes above its answers', async () => {
    const dates = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'];
    dates.push(...[-6, 6].map((hours) => new Date(Date.now() + hours * 3_600_000).toUTCString()));
    for (const date of dates) {
      lying.bank.answer = (_, response) => {
        response.setHeader('date', date);
        json(response, 200, { pix: [] });
      };
      await listed();
      lying.bank.asked = [];
      await listed();
      const span = lying.bank.asked[0]?.url.searchParams;
      expect(lying.bank.asked).toHaveLength(1);
      expect(Date.parse(span?.get('inicio') ?? '')).toBeLessThanOrEqual(from.getTime());
      expect(Date.parse(span?.get('fim') ?? '')).toBeGreaterThanOrEqual(Date.now() - 1_000);
    }
  });
});

describe('the end of a span that the bank refuses', () => {
  /** Refuses an end that its clock, so many milliseconds behind ours, has not reached. */
  const behind = (ms: number, refused = () => undefined) => {
    lying.bank.answer = ({ url = '' }, response) => {
      response.removeHeader('date');
      response.sendDate = false;
      const fim = Date.parse(new URL(url, lying.origin).searchParams.get('fim') ?? '');
      if (fim <= Date.now() - ms) return json(response, 200, { pix: [pix] });
      refused();
      json(response, 400, { title: 'Consulta inválida', violacoes: [{ propriedade: 'fim', razao: 'inválido' }] });
    };
  };

  it.each([0, 1_500, 3_500])('because its clock is %i ms behind is asked for once more, and earlier', async (ms) => {
    behind(ms);
    expect(await listed()).toEqual({ ids: [ID], error: undefined });
    expect(lying.bank.asked).toHaveLength(2);
  });

  it('of a day that has passed, or once more, is a refusal', async () => {
    behind(3_600_000);
    expect(await listed()).toMatchObject({ ids: [], error: expect.any(ProviderRefused) });
    expect(lying.bank.asked).toHaveLength(2);
    lying.bank.asked = [];
    const past = (days: number) => new Date(Date.now() - days * 86_400_000);
    answering({ title: 'Consulta inválida' }, 400);
    expect(await listed(past(2), past(3))).toMatchObject({ error: expect.any(ProviderRefused) });
    expect(lying.bank.asked).toHaveLength(1);
  });
});

describe('what a bank writes in its own way', () => {
  const money = { reference: ID, chargeReference: TXID, amountCents: 5_670 };

  it.each([
    ['txId', { endToEndId: ID, txId: TXID, valor: '56.70', horario: pix.horario }],
    ['capitals', { ENDTOENDID: ID, TXID, VALOR: '56.70', HORARIO: pix.horario }],
    ['small letters', { endtoendid: ID, txid: TXID, valor: '56.70', horario: pix.horario }],
    ['initials', { EndToEndID: ID, TxId: TXID, Valor: '56.70', Horario: pix.horario, Pagador: { Nome: 'Ana' } }],
    ['both', { ...pix, txId: 'passeio0000000000000000000009', TXID: '' }],
  ])('as names in %s is read the same, found, listed and noticed', async (_, written) => {
    answering(written);
    expect(await provider.find(ID)).toMatchObject(money);
    answering({ PIX: [written], Parametros: { Paginacao: { QuantidadeDePaginas: 1 } } });
    expect(await listed()).toEqual({ ids: [ID], error: undefined });
    expect(provider.notices.read({ Pix: [written] })).toEqual([{ reference: ID, chargeReference: TXID }]);
  });

  it('of a return, a charge and a refund too', async () => {
    const back = { ID: 'D1', RtrId: 'D9', Valor: '1.00', Status: 'DEVOLVIDO', Natureza: 'MED_FRAUDE' };
    answering({ ...pix, Devolucoes: [back] });
    expect((await provider.find(ID))?.refunds).toMatchObject([
      { reference: 'D1', returnId: 'D9', amountCents: 100, state: 'paid', dispute: 'med_fraud' },
    ]);
    answering({ TxId: TXID, Status: 'ATIVA', Valor: { Original: '56.70' }, PixCopiaEcola: '000201' }, 201);
    expect(await provider.start(charge)).toEqual({ code: '000201' });
    answering({ Id: 'R1', Valor: '56.70', Status: 'DEVOLVIDO' });
    expect(await provider.refundState(asked)).toBe('paid');
  });

  it.each([
    ['2026-11-29T00:25:16', '2026-11-29T04:25:16.000Z'],
    ['2026-11-29 00:25:16.5', '2026-11-29T04:25:16.500Z'],
    ['2026-11-29T00:25', '2026-11-29T04:25:00.000Z'],
    ['2026-11-29T00:25:16-03:00', '2026-11-29T03:25:16.000Z'],
    ['2026-11-29T00:25:16Z', '2026-11-29T00:25:16.000Z'],
  ])('as the instant %s is one of the zone of the operator where it names no offset', async (horario, instant) => {
    const clock = Temporal.Instant.from(instant).epochMilliseconds;
    answering({ ...pix, horario });
    const found = await provider.find(ID);
    // Nothing has come in the future.
    expect(found?.occurredAt.getTime()).toBe(Math.min(clock, found?.occurredAt.getTime() ?? 0, Date.now()));
    answering({ ...pix, horario: horario.replace('2026-11', '2025-11') });
    expect((await provider.find(ID))?.occurredAt.toISOString()).toBe(instant.replace('2026-11', '2025-11'));
  });

  it('nested without end is not followed', async () => {
    const deep = `${'{"pix":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    lying.bank.answer = (_, response) => response.writeHead(200).end(deep);
    await expect(provider.find(ID)).rejects.toThrow(ProviderUnavailable);
  });
});

it('every call says the client id beside the token, for banks that want it', async () => {
  answering(pix);
  await provider.find(ID);
  await listed();
  await provider.notices.register('https://passeio.example/webhooks/pix/secret').catch(() => undefined);
  expect(lying.bank.asked.map(({ headers }) => headers.client_id)).toEqual(['id', 'id', 'id']);
});

describe('a Pix', () => {
  it('that was not asked for is not believed', async () => {
    answering({ ...pix, endToEndId: ID.replace(/1$/, '9') });
    await expect(provider.find(ID)).rejects.toThrow(/another Pix/);
  });

  it('has a name in one line of bounded length, a txid of ours or none, and has not come in the future', async () => {
    const nome = `Ana\u0000\u202e\n${'x'.repeat(100_000)}`;
    answering({ ...pix, txid: '../\u0000', horario: '9999-01-01T00:00:00Z', pagador: { nome } });
    const found = await provider.find(ID);
    expect(found).toMatchObject({ chargeReference: '', payerName: `Ana ${'x'.repeat(136)}` });
    expect(found?.occurredAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['a page instead of JSON', '<html>Manutenção</html>'],
    ['an error in a success', { codigo: 500, mensagem: 'erro' }],
    ['no amount', { ...pix, valor: null }],
    ['a list', [pix]],
  ])('reported as %s is asked for again later', async (_, body) => {
    answering(body);
    await expect(provider.find(ID)).rejects.toThrow(ProviderUnavailable);
  });

  it('sent without end, drop by drop, or by sending us elsewhere is given up within bounds', async () => {
    const spaces = Buffer.alloc(1024 * 1024, ' ');
    lying.bank.answer = (_, response) => {
      response.writeHead(200);
      const endless = Readable.from(Iterator.from({ next: () => ({ done: false, value: spaces }) }));
      pipeline(endless, response, () => undefined);
    };
    const before = process.memoryUsage().arrayBuffers;
    await expect(provider.find(ID)).rejects.toThrow(ProviderUnavailable);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);

    lying.bank.answer = (_, response) => {
      response.writeHead(200);
      const drop = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drop));
    };
    await expect(provider.find(ID)).rejects.toThrow(ProviderUnavailable);

    const elsewhere = await startLyingBank();
    lying.bank.answer = (_, response) => response.writeHead(302, { location: `${elsewhere.origin}/pix` }).end();
    await provider.close();
    provider = lying.connect();
    await expect(provider.find(ID)).rejects.toThrow(ProviderRefused);
    expect(elsewhere.bank.asked).toEqual([]);
    await elsewhere.stop();
  });
});

describe('a charge', () => {
  it.each([
    ['amount', { valor: { original: '0.01' } }],
    ['txid', { txid: TXID.replace(/1$/, '2') }],
  ])('that the bank creates with another %s is not shown to the payer', async (_, wrong) => {
    answering({ txid: TXID, status: 'ATIVA', valor: { original: '56.70' }, pixCopiaECola: '000201', ...wrong }, 201);
    await expect(provider.start(charge)).rejects.toThrow(ProviderRefused);
  });

  it('never asks for a life longer than a year, however far its deadline is', async () => {
    const expiresAt = new Date(Date.now() + 80 * 365 * 86_400_000);
    const calendario = { criacao: '2026-01-01T00:00:00Z', expiracao: 3_600 };
    answering({ txid: TXID, status: 'ATIVA', valor: { original: '56.70' }, calendario, pixCopiaECola: '000201' });
    await provider.start({ ...charge, expiresAt });
    await provider.changeExpiry(TXID, expiresAt);
    const bodies = lying.bank.asked.filter(({ body }) => body).map(({ body }) => JSON.parse(body));
    expect(bodies.map((one) => one.calendario.expiracao)).toEqual([365 * 86_400, 365 * 86_400]);
  });

  it('with a due date that the bank has already, as it answered before, is that one', async () => {
    const made = { txid: TXID, status: 'ATIVA', valor: { original: '56.70' }, pixCopiaECola: '000201' };
    lying.bank.answer = ({ method }, response) => json(response, method === 'PUT' ? 409 : 200, made);
    expect(await provider.start(dated)).toEqual({ code: '000201' });
    expect(lying.bank.asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      `PUT /cobv/${TXID}`,
      `GET /cobv/${TXID}`,
    ]);
  });

  it.each([403, 404, 405, 400])(
    'with a due date is refused where the bank answers %i, and others are not',
    async (no) => {
      const made = { txid: TXID, status: 'ATIVA', valor: { original: '56.70' }, pixCopiaECola: '000201' };
      lying.bank.answer = ({ url = '' }, response) => {
        const isDated = url.startsWith('/cobv');
        json(response, isDated ? no : 201, isDated ? { title: 'Sem permissão' } : made);
      };
      await expect(provider.start(dated)).rejects.toThrow(ProviderRefused);
      expect(await provider.start(charge)).toEqual({ code: '000201' });
    },
  );

  it('is not taken for withdrawn where the bank only answers with a page', async () => {
    answering('<html>', 302);
    await expect(provider.withdraw(TXID)).rejects.toThrow(ProviderRefused);
  });

  it.each([200, 204, 404, 400])(
    'is withdrawn only where the bank then says so, whatever it answers first: %i',
    async (first) => {
      const made = { txid: TXID, valor: { original: '56.70' } };
      let status: string | undefined = 'ATIVA';
      lying.bank.answer = ({ method }, response) =>
        json(response, method === 'PATCH' ? first : 200, { ...made, status });
      for (const hasDueDate of [false, true]) {
        for (status of ['ATIVA', 'EM_PROCESSAMENTO', undefined]) {
          await expect(provider.withdraw(TXID, { hasDueDate })).rejects.toThrow(/still|refuses/);
        }
        for (status of ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP', 'CONCLUIDA']) {
          await provider.withdraw(TXID, { hasDueDate });
        }
      }
      lying.bank.answer = ({ method }, response) => json(response, method === 'PATCH' ? first : 404, {});
      await provider.withdraw(TXID);
    },
  );
});

describe('a refund', () => {
  it('of another amount than was asked for is no refund of ours', async () => {
    answering({ id: 'R1', rtrId: 'D1', valor: '10.00', status: 'DEVOLVIDO' });
    await expect(provider.refundState(asked)).rejects.toThrow(/another amount/);
    await expect(provider.refund(asked)).rejects.toThrow(/another amount/);
    answering({ id: 'R1', rtrId: 'D1', valor: '56.70', status: 'DEVOLVIDO' });
    expect(await provider.refundState(asked)).toBe('paid');
  });
});

it('an answer may be JSON, or a problem in JSON', async () => {
  answering(pix);
  await provider.find(ID);
  expect(lying.bank.asked[0]?.headers.accept).toBe('application/json, application/problem+json');
});

describe('a token', () => {
  it('is asked for without the scopes of charges with a due date where the credentials lack them', async () => {
    const scopes: (string | null)[] = [];
    lying.bank.takesScopes = (form) => {
      scopes.push(form.get('scope'));
      return !form.get('scope')?.includes('cobv');
    };
    answering(pix);
    expect(await provider.find(ID)).toMatchObject({ amountCents: 5_670 });
    expect(scopes).toEqual([expect.stringMatching(/cobv\.write cobv\.read$/), expect.stringMatching(/^cob\.write/)]);
  });

  const everyScope = (...known: string[]) => {
    lying.bank.takesScopes = (form) => (form.get('scope') ?? '').split(' ').every((scope) => known.includes(scope));
  };
  const inHeader = { takesCredentials: (_: URLSearchParams, headers: object) => 'authorization' in headers };
  const inBody = {
    takesCredentials: (form: URLSearchParams, headers: object) =>
      form.get('client_secret') === 'secret' && !('authorization' in headers),
  };
  const CHARGES = ['cob.write', 'cob.read'];

  it.each([
    ['in the body, without pix.write', inBody, [...CHARGES, 'pix.read', 'webhook.write', 'webhook.read']],
    ['in the header, without pix.write', inHeader, [...CHARGES, 'pix.read', 'webhook.write', 'webhook.read']],
    ['in the body, without notices', inBody, [...CHARGES, 'pix.write', 'pix.read']],
    ['in the header, with charges and reading alone', inHeader, [...CHARGES, 'pix.read']],
    ['in the body, without a name of a scope', inBody, ['']],
    [
      'in the header, without refunds but with due dates',
      inHeader,
      [...[...CHARGES, 'pix.read', 'webhook.write', 'webhook.read', 'cobv.write', 'cobv.read']],
    ],
  ])('is got with credentials %s', async (_, place, known) => {
    Object.assign(lying.bank, place);
    everyScope(...known);
    answering(pix);
    expect(await provider.find(ID)).toMatchObject({ amountCents: 5_670 });
    await provider.find(ID);
    expect(lying.bank.tokensAsked).toBeLessThanOrEqual(8);
  });

  it('is asked for once in the header and once in the body where the credentials are wrong', async () => {
    lying.bank.takesCredentials = () => false;
    await expect(provider.find(ID)).rejects.toThrow(/PIX_CLIENT_ID/);
    expect(lying.bank.tokensAsked).toBe(2);
  });

  it('is got another way once the way that worked is refused', async () => {
    answering(pix);
    lying.bank.token = () => ({ access_token: 'token', expires_in: 0.001 });
    everyScope(...CHARGES, 'pix.read');
    await provider.find(ID);
    Object.assign(lying.bank, inBody);
    expect(await provider.find(ID)).toMatchObject({ amountCents: 5_670 });
  });

  it.each([0, -60, '-1', 'soon', null, undefined, 0.001])('that lives for %s serves', async (expires_in) => {
    lying.bank.token = () => ({ access_token: 'token', expires_in });
    answering(pix);
    for (let turn = 0; turn < 3; turn += 1) expect(await provider.find(ID)).toMatchObject({ amountCents: 5_670 });
    expect(lying.bank.tokensAsked).toBeLessThanOrEqual(3);
  });

  it.each([
    ['is none', { error: 'maintenance' }],
    ['is a page', '<html>'],
    ['would end the header', { access_token: 'a\r\nhost: b' }],
  ])('that %s is asked for again later', async (_, token) => {
    lying.bank.token = () => token;
    await expect(provider.find(ID)).rejects.toThrow(ProviderUnavailable);
  });
});
