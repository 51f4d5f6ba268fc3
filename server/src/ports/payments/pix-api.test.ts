import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { QUICK_LIMITS, startTestBank, type TestBank } from '../../../test/banks/demo-bank.ts';
import { type PixApiSettings, pixApi } from './pix-api.ts';

import { type Payment, type PaymentProvider, ProviderRefused, ProviderUnavailable } from './port.ts';

const TXID = 'passeio0000000000000000000001';
const charge = { reference: TXID, amountCents: 15_050, expiresAt: null, description: 'Sinal da reserva K7M2QX' };

let bank: TestBank;
let provider: PaymentProvider;

const connected = (settings: Partial<PixApiSettings> = {}) =>
  pixApi({ ...bank.access, limits: QUICK_LIMITS, ...settings });
const pay = (amountCents = 15_050, txid = TXID) =>
  bank.system.accounts.receive({ txid, amountCents, payerName: 'Maria da Silva' });
const listed = (from: Date, to: Date) => Array.fromAsync(provider.notices.list(from, to)) as Promise<Payment[]>;

beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.stop());
beforeEach(() => {
  bank.forget();
  provider = connected();
});
afterEach(() => provider.close());

describe('a charge', () => {
  it('is created with its exact amount, and the same one again', async () => {
    const started = await provider.start(charge);
    expect('code' in started && started.code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
    expect(await provider.start(charge)).toEqual(started);
    expect(bank.system.accounts.charges.get(TXID)).toMatchObject({ amountCents: 15_050, status: 'ATIVA' });
  });

  it('ends when it expires', async () => {
    await provider.start({ ...charge, expiresAt: new Date(Date.now() + 600_000) });
    expect(bank.system.accounts.charges.get(TXID)?.expiresInS).toBeCloseTo(600, -1);
  });

  it('ends earlier where it is to, counted from when the bank created it, by the clock of the bank', async () => {
    bank.system.accounts.skewMs = 3 * 3_600_000;
    const started = await provider.start({ ...charge, expiresAt: new Date(Date.now() + 86_400_000) });
    const stored = bank.system.accounts.charges.get(TXID);
    if (stored) stored.createdAt -= 3_600_000;
    await provider.changeExpiry(TXID, new Date(Date.now() + 600_000));
    expect(bank.system.accounts.charges.get(TXID)?.expiresInS).toBeCloseTo(3_600 + 600, -1);
    expect(bank.system.accounts.charges.get(TXID)).toMatchObject({
      payload: 'code' in started && started.code,
      status: 'ATIVA',
    });
  });

  it('does not end earlier once it was withdrawn, or where the bank does not know it', async () => {
    await expect(provider.changeExpiry(TXID, new Date())).rejects.toThrow(ProviderRefused);
    await provider.start(charge);
    await provider.withdraw(TXID);
    await expect(provider.changeExpiry(TXID, new Date())).rejects.toThrow(ProviderRefused);
  });

  it('is withdrawn; one that is unknown, paid or withdrawn already changes nothing', async () => {
    await provider.withdraw(TXID);
    await provider.start(charge);
    await provider.withdraw(TXID);
    await provider.withdraw(TXID);
    const stored = bank.system.accounts.charges.get(TXID);
    expect(stored?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  it('that was paid is refused when it is asked for again', async () => {
    await provider.start(charge);
    const stored = bank.system.accounts.charges.get(TXID);
    if (stored) bank.system.accounts.pay(stored, { amountCents: 15_050, payerName: 'Maria' });
    await expect(provider.start(charge)).rejects.toThrow(ProviderRefused);
    await provider.withdraw(TXID);
  });

  it('with a payer whose document is refused says why, and not whose', async () => {
    const payer = { cpf: '123', name: 'Maria' };
    await expect(provider.start({ ...charge, payer })).rejects.toThrow(/devedor\.cpf/);
  });
});

describe('a charge with a due date', () => {
  const due = { on: '2027-03-10', validDays: 3 };
  const dated = { ...charge, due, payer: { cpf: '12345678909', name: 'Maria da Silva' } };
  const stored = () => bank.system.accounts.charges.get(TXID);

  it('says its day, how long after it can be paid, and by whom; the same one again', async () => {
    const started = await provider.start(dated);
    expect(await provider.start(dated)).toEqual(started);
    expect(stored()).toMatchObject({ due, amountCents: 15_050, payer: { cpf: '12345678909', nome: 'Maria da Silva' } });
  });

  it('is withdrawn; one that is unknown, paid or withdrawn already changes nothing', async () => {
    const withdraw = () => provider.withdraw(TXID, { hasDueDate: true });
    await withdraw();
    await provider.start(dated);
    await withdraw();
    await withdraw();
    expect(stored()?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    await expect(provider.start(dated)).rejects.toThrow(ProviderRefused);
  });

  it('without a payer is refused', async () => {
    await expect(provider.start({ ...charge, due })).rejects.toThrow(/devedor/);
  });

  it('is paid until the last of its days, and not after it', async () => {
    const press = () => bank.press(`/pagar/${TXID}`, { valor: '150,50', nome: 'Maria' });
    const setClock = (moment: string) => {
      bank.system.accounts.skewMs = Date.parse(moment) - Date.now();
    };
    await provider.start(dated);
    setClock('2027-03-14T00:10:00-03:00');
    expect([await press(), stored()?.status]).toEqual(['400', 'ATIVA']);
    setClock('2027-03-13T23:50:00-03:00');
    expect([await press(), stored()?.status]).toEqual([expect.stringMatching(/^\/pix\/E/), 'CONCLUIDA']);
  });
});

describe('Pix that came', () => {
  it('is found with amount, txid, payer and time', async () => {
    const { endToEndId } = pay(1);
    expect(await provider.find(endToEndId)).toEqual({
      issuer: 'pix',
      reference: endToEndId,
      chargeReference: TXID,
      method: 'pix',
      amountCents: 1,
      payerName: 'Maria da Silva',
      occurredAt: expect.any(Date),
      refunds: [],
    });
    expect(await provider.find('E00000000202601010000aaaaaaaaaaa')).toBeUndefined();
  });

  it('is listed across pages and days', async () => {
    const ids = Array.from({ length: 250 }, () => pay().endToEndId);
    const from = new Date(Date.now() - 3 * 86_400_000);
    expect((await listed(from, new Date())).map((pix) => pix.reference)).toEqual(ids);
  });

  it('is listed although the clocks differ by hours', async () => {
    for (const skewMs of [3 * 3_600_000, -3 * 3_600_000]) {
      bank.system.accounts.skewMs = skewMs;
      const { endToEndId } = pay();
      await provider.find(endToEndId);
      const found = await listed(new Date(Date.now() - 60_000), new Date());
      expect(found.map((pix) => pix.reference)).toEqual([endToEndId]);
    }
  });
});

describe('a refund', () => {
  it('is sent once, and paid when the bank is done', async () => {
    const { endToEndId } = pay();
    const refund = { of: endToEndId, reference: 'R1', amountCents: 5_000 };
    expect(await provider.refundState(refund)).toBeUndefined();
    expect(await provider.refund(refund)).toEqual({ state: 'sent' });
    expect(await provider.refund(refund)).toEqual({ state: 'sent' });
    bank.system.accounts.skewMs = 10_000;
    expect(await provider.refundState(refund)).toBe('paid');
    expect(bank.system.accounts.pix.get(endToEndId)?.refunds).toHaveLength(1);
  });

  it('above the Pix is refused', async () => {
    const { endToEndId } = pay();
    await expect(provider.refund({ of: endToEndId, reference: 'R2', amountCents: 15_051 })).rejects.toThrow(
      ProviderRefused,
    );
  });
});

describe('a bank in trouble', () => {
  it('that does not answer is reported as such', async () => {
    bank.system.condition = 'hanging';
    await expect(provider.find('E1')).rejects.toThrow(/does not answer in time/);
    await expect(provider.find('E1')).rejects.toThrow(ProviderUnavailable);
  });

  it('that is unavailable is left alone for a while, then asked again', async () => {
    bank.system.condition = 'closed';
    await expect(provider.find('E1')).rejects.toThrow(/answered 503/);
    await expect(provider.find('E1')).rejects.toThrow(ProviderUnavailable);
    const asked = bank.seen.length;
    await expect(provider.find('E1')).rejects.toThrow(/left alone/);
    expect(bank.seen).toHaveLength(asked);
    bank.system.condition = 'open';
    const outcome = () =>
      provider.find('E1').then(
        () => 'answered',
        () => 'away',
      );
    await expect.poll(outcome).toBe('answered');
  });

  it.each(['failing', 'busy', 'closed'] as const)('that is %s for a moment is asked again', async (condition) => {
    bank.onCall = ({ status }) => {
      if (status >= 429) bank.system.condition = 'open';
    };
    bank.system.condition = condition;
    await provider.start(charge);
    expect(bank.system.accounts.charges.size).toBe(1);
  });

  it('that has forgotten the token gets a new one, once', async () => {
    await provider.find('E1');
    bank.system.tokens.clear();
    await provider.find('E1');
    expect(bank.seen.filter(({ route }) => route === '/oauth/token')).toHaveLength(2);
    bank.onCall = ({ route }) => {
      if (route === '/oauth/token') bank.system.tokens.clear();
    };
    bank.system.tokens.clear();
    await expect(provider.find('E1')).rejects.toThrow(/refuses the token/);
  });

  it('that does not know the credentials is named with their variables', async () => {
    const other = connected({ clientSecret: 'wrong' });
    await expect(other.find('E1')).rejects.toThrow(/PIX_CLIENT_ID and PIX_CLIENT_SECRET: 401/);
    await other.close();
  });

  it.each(['client', 'server'] as const)('is not spoken to when the certificate of the %s is wrong', async (side) => {
    const authority = await makeAuthority('Outra');
    const stranger = await authority.issue('passeio', 'client');
    const own = bank.access.certificate;
    const other = connected({
      certificate: side === 'client' ? { ...stranger, ca: own.ca } : { ...own, ca: authority.ca },
    });
    await expect(other.find('E1')).rejects.toThrow(/PIX_CERTIFICATE/);
    await other.close();
  });

  it('that is not there is reported', async () => {
    const other = connected({ apiUrl: 'https://127.0.0.1:1', tokenUrl: 'https://127.0.0.1:1' });
    await expect(other.find('E1')).rejects.toThrow(/cannot be reached \(ECONNREFUSED/);
    await other.close();
  });
});
