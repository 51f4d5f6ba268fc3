import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../demo/people.ts';
import { startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';

// Whether response times reveal that an address is known.
const ROUNDS = Number(process.env.ROUNDS ?? 150);
const WARM_UP = 10;

const known = demoAccounts.find(({ role }) => role === 'CLIENT')?.email ?? '';
const stranger = () => `${randomUUID()}@nobody.example`;

const questions: Record<string, (email: string) => { path: string; body: object }> = {
  'sign in': (email) => ({ path: 'sign-in/email', body: { email, password: 'not the password' } }),
  'sign up': (email) => ({ path: 'sign-up/email', body: { email, name: 'Ana Lima', password: randomUUID() } }),
  'reset password': (email) => ({ path: 'request-password-reset', body: { email } }),
  'confirm again': (email) => ({ path: 'send-verification-email', body: { email } }),
};

const product = await startProduct();
const results = [];
for (const [name, question] of Object.entries(questions)) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const statuses = new Set<string>();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // Alternating, and each first equally often, so that the machine's load affects both alike.
    for (const who of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const { status, ms } = await ask(question(who === 'known' ? known : stranger()));
      if (round < 0) continue;
      times[who].push(ms);
      statuses.add(`${who} ${status}`);
    }
  }
  results.push({ name, statuses: [...statuses].sort(), ...compare(times.known, times.unknown) });
}
await product.stop();

printTable(
  `Known and unknown addresses, ${ROUNDS} answers each`,
  results.map(({ name, statuses, knownMs, unknownMs, ratio, rightGuesses }) => ({
    question: name,
    responses: statuses.join(', '),
    'known, median ms': knownMs.toFixed(2),
    'unknown, median ms': unknownMs.toFixed(2),
    ratio: ratio.toFixed(3),
    'right guesses': `${(rightGuesses * 100).toFixed(0)}%`,
  })),
);
await writeResult('identity', results);

async function ask({ path, body }: { path: string; body: object }): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const response = await fetch(`${product.url}/identity/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - start };
}

/**
 * `rightGuesses`: how often an attacker who sees one time of each kind distinguishes them (the area under the ROC
 * curve); 0.5 is chance.
 */
function compare(knownTimes: number[], unknownTimes: number[]) {
  let slower = 0;
  for (const a of knownTimes) for (const b of unknownTimes) slower += a > b ? 1 : a === b ? 0.5 : 0;
  const area = slower / (knownTimes.length * unknownTimes.length);
  const [knownMs, unknownMs] = [median(knownTimes), median(unknownTimes)];
  return { knownMs, unknownMs, ratio: knownMs / unknownMs, rightGuesses: Math.max(area, 1 - area) };
}
