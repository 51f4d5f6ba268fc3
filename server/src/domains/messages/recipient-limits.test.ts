import { beforeEach, expect, it } from 'vitest';
import type { QueuedEmail } from './queued-email.ts';
import { type RecipientLimits, waitOf } from './recipient-limits.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const HOUR_MS = 60 * 60 * 1000;

let counts: Map<string, number>;
let limits: RecipientLimits;
beforeEach(() => {
  counts = new Map();
  limits = {
    isUnconfirmed: async (to) => to === 'alheio@exemplo.com.br',
    async count({ key, windowMs }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { current: counts.get(key) ?? 0, ttl: windowMs / 2 };
    },
  };
});

const email = (kind: string, to: string, more: Pick<QueuedEmail, 'waitsSince'> = {}) =>
  ({ kind, to, about: {}, ...more }) as QueuedEmail<'confirmEmail'>;

it('an address that its account has not confirmed gets only e-mails about the account; others wait for a day', async () => {
  const to = 'alheio@exemplo.com.br';
  expect(await waitOf(limits, email('confirmEmail', to), NOW)).toBe(0);
  expect(await waitOf(limits, email('reservationReceived', to), NOW)).toBe(900);
  const waitsSince = (hours: number) => ({ waitsSince: new Date(NOW.getTime() - hours * HOUR_MS).toISOString() });
  expect(await waitOf(limits, email('reservationReceived', to, waitsSince(23)), NOW)).toBe(900);
  expect(await waitOf(limits, email('reservationReceived', to, waitsSince(24)), NOW)).toBeUndefined();
});

it('the 41st e-mail to an address in an hour waits for the next one, whatever it is about and however it is written', async () => {
  for (let sent = 0; sent < 40; sent += 1) {
    expect(await waitOf(limits, email(sent % 2 ? 'holdExpired' : 'holdEnding', 'ana@exemplo.com.br'), NOW)).toBe(0);
  }
  expect(await waitOf(limits, email('holdEnding', 'Ana@Exemplo.com.br'), NOW)).toBe(1_800);
  expect(await waitOf(limits, email('holdEnding', 'bia@exemplo.com.br'), NOW)).toBe(0);
  expect(JSON.stringify([...counts.keys()])).not.toContain('@');
});

it('a new password and news about money wait for none of the others, nor for each other', async () => {
  const to = 'ana@exemplo.com.br';
  for (const kind of ['holdEnding', 'refundKeyChanged', 'requestArrived']) {
    for (let sent = 0; sent < 50; sent += 1) await waitOf(limits, email(kind, to), NOW);
  }
  for (const kind of ['resetPassword', 'paymentConfirmed', 'chargeback', 'chargebackForStaff', 'refundPaid']) {
    expect(await waitOf(limits, email(kind, to), NOW)).toBe(0);
  }
  expect(await waitOf(limits, email('refundKeyChanged', to), NOW)).toBe(1_800);
});
