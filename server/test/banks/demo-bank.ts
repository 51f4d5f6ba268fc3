import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObservedCall } from '../../../demo/bank/api.ts';
import { type DemoBank, startDemoBank } from '../../../demo/bank/index.ts';

/** In milliseconds: short, so that faults are seen quickly. */
export const QUICK_LIMITS = { connectMs: 500, answerMs: 300, pauseMs: 5, breakMs: 1_000 };

/** For tests in which no bank hangs: a busy machine may answer late. */
export const PATIENT_LIMITS = { ...QUICK_LIMITS, connectMs: 20_000, answerMs: 20_000 };

export interface TestBank extends DemoBank {
  folder: string;
  /** Calls of the API since the last {@link TestBank.forget}. */
  seen: ObservedCall[];
  /** What happens after each call. */
  onCall: (call: ObservedCall) => void;
  /** Presses a button of the bank's pages; answers where that leads. */
  press(path: string, form: Record<string, string>): Promise<string>;
  /** Everything as at the beginning, but its clients and where it sends notices. */
  forget(): void;
}

/** A demonstration bank with a folder of its own. */
export async function startTestBank(): Promise<TestBank> {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-bank-'));
  const observe = (call: ObservedCall) => {
    bank.seen.push(call);
    bank.onCall(call);
  };
  const started = await startDemoBank({ dataDir: folder, pagePort: 0, observe });
  const { system } = started;
  const bank: TestBank = {
    ...started,
    folder,
    seen: [],
    onCall: () => undefined,
    async press(path, form) {
      const body = new URLSearchParams(form);
      const response = await fetch(started.pageUrl + path, { method: 'POST', body, redirect: 'manual' });
      return response.headers.get('location') ?? `${response.status}`;
    },
    forget() {
      bank.seen = [];
      bank.onCall = () => undefined;
      system.condition = 'open';
      Object.assign(system.accounts, { skewMs: 0, delayed: [] });
      system.accounts.charges.clear();
      system.accounts.pix.clear();
    },
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true });
    },
  };
  return bank;
}
