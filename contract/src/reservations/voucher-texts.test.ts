import { expect, it } from 'vitest';
import { dueText } from './voucher-texts.ts';

const until = '03/12/2026 às 23:59';

it.each([
  [{ amountCents: 26_460, until, instalmentCents: null }, 'Falta pagar R$ 264,60 até 03/12/2026 às 23:59.'],
  [{ amountCents: 26_460, until: null, instalmentCents: null }, 'Falta pagar R$ 264,60: o prazo passou.'],
  [
    { amountCents: 26_460, until, instalmentCents: 13_230 },
    'Falta pagar R$ 264,60 em parcelas: R$ 132,30 até 03/12/2026 às 23:59.',
  ],
  [{ amountCents: 13_230, until, instalmentCents: 13_230 }, 'Falta pagar R$ 132,30 até 03/12/2026 às 23:59.'],
  [
    { amountCents: 26_460, until: null, instalmentCents: 13_230 },
    'Falta pagar R$ 264,60 em parcelas: R$ 132,30 estão atrasados.',
  ],
  [{ amountCents: 13_230, until: null, instalmentCents: 13_230 }, 'Falta pagar R$ 132,30: o prazo passou.'],
])('a voucher with %j due says %s', (due, text) => {
  expect(dueText(due).replaceAll('\u00a0', ' ')).toBe(text);
});
