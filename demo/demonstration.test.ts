import { expect, it } from 'vitest';
import { readDemoConfig } from './demonstration.ts';

it('the demonstration is paid at its own bank, by code and by card', () => {
  const { payments, cards } = readDemoConfig({ PORT: '4000' });
  expect(payments).toEqual({ kind: 'demo-bank', pagePort: 4001 });
  expect(cards).toEqual([{ kind: 'demo-cards', port: 4002 }]);
  expect(readDemoConfig({ DEMO_BANK_PORT: '4100' }).payments).toEqual({ kind: 'demo-bank', pagePort: 4100 });
});

it('the demonstration without its bank has no cards', () => {
  expect(readDemoConfig({ PAYMENTS: 'manual' })).toMatchObject({ payments: { kind: 'manual' }, cards: [] });
});

it('the demonstration refuses production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://example.com' };
  expect(() => readDemoConfig(production)).toThrow(/PAYMENTS=demo-bank is for demonstrations only/);
  expect(() => readDemoConfig({ ...production, PAYMENTS: 'manual' })).toThrow(/not for production/);
});
