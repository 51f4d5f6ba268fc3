import { pipeline, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, type LyingBank, startLyingBank } from '../../../test/banks/lying-bank.ts';
import { type PaymentProvider, type Pix, ProviderRefused, ProviderUnavailable } from './port.ts';

const ID = 'E0000000020261120120000000000001';
const TXID = 'passeio0000000000000000000001';
const pix = { endToEndId: ID, txid: TXID, valor: '56.70', horario: '2026-11-20T12:00:00.000Z' };
const asked = { endToEndId: ID, reference: 'R1', amountCents: 5_670 };
const charge = { txid: TXID, amountCents: 5_670, expiresAt: null, description: 'Sinal' };
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
  provider = lying.connect();
});
afterEach(() => provider.close());

const answering = (body: unknown, status = 200) => {
  lying.bank.answer = (_, response) => json(response, status, body);
};
/** What is listed until an error, and the error. */
async function listed(to = new Date()): Promise<{ ids: string[]; error: unknown }> {
  const found: Pix[] = [];
  try {
    for await (const one of provider.listPix(from, to)) found.push(one);
  } catch (error) {
    return { ids: found.map(({ endToEndId }) => endToEndId), error };
  }
  return { ids: found.map(({ endToEndId }) => endToEndId), error: undefined };
}

describe('a list of Pix', () => {
  it('is read but for what is unreadable, and says so afterwards', async () => {
    const other = ID.replace(/1$/, '2');
    const { horario: _, ...withoutTime } = pix;
    const wrong = [
      { ...pix, valor: '0.00' },
      { ...pix, valor: '-1.00' },
      { ...pix, valor: '1e21' },
      { ...pix, valor: '99999999.99' },
      { ...pix, horario: '0000-00-00' },
      { ...pix, horario: null },
      { ...pix, endToEndId: "E1'; drop table" },
      ...[withoutTime, null, 7, [], '<html>'],
    ];
    answering({ pix: [...wrong, pix, ...wrong, { ...pix, endToEndId: other }] });
    const { ids, error } = await listed();
    expect(ids).toEqual([ID, other]);
    expect(error).toBeInstanceOf(ProviderUnavailable);
    expect(String(error)).toContain(`${2 * wrong.length} Pix`);
  });

  it('whose pages do not advance, or do not end, is given up', async () => {
    const parametros = { paginacao: { paginaAtual: 0, quantidadeDePaginas: 1_000_000_000 } };
    answering({ parametros, pix: [pix] });
    expect(await listed()).toMatchObject({ ids: [ID], error: expect.any(ProviderUnavailable) });
    expect(lying.bank.asked).toHaveLength(2);

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

describe('a Pix', () => {
  it('that was not asked for is not believed', async () => {
    answering({ ...pix, endToEndId: ID.replace(/1$/, '9') });
    await expect(provider.findPix(ID)).rejects.toThrow(/another Pix/);
  });

  it('has a name in one line of bounded length, a txid of ours or none, and has not come in the future', async () => {
    const nome = `Ana\u0000\u202e\n${'x'.repeat(100_000)}`;
    answering({ ...pix, txid: '../\u0000', horario: '9999-01-01T00:00:00Z', pagador: { nome } });
    const found = await provider.findPix(ID);
    expect(found).toMatchObject({ txid: '', payerName: `Ana ${'x'.repeat(136)}` });
    expect(found?.occurredAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['a page instead of JSON', '<html>Manutenção</html>'],
    ['an error in a success', { codigo: 500, mensagem: 'erro' }],
    ['no amount', { ...pix, valor: null }],
    ['a list', [pix]],
  ])('told as %s is asked for again later', async (_, body) => {
    answering(body);
    await expect(provider.findPix(ID)).rejects.toThrow(ProviderUnavailable);
  });

  it('told without end, drop by drop, or by sending us elsewhere is given up within bounds', async () => {
    const spaces = Buffer.alloc(1024 * 1024, ' ');
    lying.bank.answer = (_, response) => {
      response.writeHead(200);
      const endless = Readable.from(Iterator.from({ next: () => ({ done: false, value: spaces }) }));
      pipeline(endless, response, () => undefined);
    };
    const before = process.memoryUsage().arrayBuffers;
    await expect(provider.findPix(ID)).rejects.toThrow(ProviderUnavailable);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);

    lying.bank.answer = (_, response) => {
      response.writeHead(200);
      const drop = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drop));
    };
    await expect(provider.findPix(ID)).rejects.toThrow(ProviderUnavailable);

    const elsewhere = await startLyingBank();
    lying.bank.answer = (_, response) => response.writeHead(302, { location: `${elsewhere.origin}/pix` }).end();
    await provider.close();
    provider = lying.connect();
    await expect(provider.findPix(ID)).rejects.toThrow(ProviderRefused);
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
    await expect(provider.createCharge(charge)).rejects.toThrow(ProviderRefused);
  });

  it('is not taken for withdrawn where the bank only answers with a page', async () => {
    answering('<html>', 302);
    await expect(provider.withdrawCharge(TXID)).rejects.toThrow(ProviderRefused);
  });
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

describe('a token', () => {
  it.each([0, -60, '-1', 'soon', null, undefined, 0.001])('that lives for %s serves', async (expires_in) => {
    lying.bank.token = () => ({ access_token: 'token', expires_in });
    answering(pix);
    for (let turn = 0; turn < 3; turn += 1) expect(await provider.findPix(ID)).toMatchObject({ amountCents: 5_670 });
    expect(lying.bank.tokensAsked).toBeLessThanOrEqual(3);
  });

  it.each([
    ['is none', { error: 'maintenance' }],
    ['is a page', '<html>'],
    ['would end the header', { access_token: 'a\r\nhost: b' }],
  ])('that %s is asked for again later', async (_, token) => {
    lying.bank.token = () => token;
    await expect(provider.findPix(ID)).rejects.toThrow(ProviderUnavailable);
  });
});
