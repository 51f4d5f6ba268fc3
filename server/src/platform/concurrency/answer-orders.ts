import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type ErrorCode, errorCatalogue } from '@passeio/contract/api/errors';
import type { Answer } from './child-processes.ts';

const LOWER_PRIORITY = 5;

/** Called by the module that a child process runs: answers each order of `ChildProcesses` with what `make` returns. */
export function answerOrders<Order, Result>(make: (order: Order) => Result | Promise<Result>): void {
  // Uploads yield to page requests.
  setPriority(LOWER_PRIORITY);
  dieFirst();
  process.on('message', async (order: Order) => {
    process.send?.(await answer(() => make(order)));
  });
  process.on('disconnect', () => process.exit());
  // Ctrl+C reaches all processes of the terminal, and systemd's stop all of the service; the application decides.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
}

// Where the machine runs out of memory, Linux ends this process, not the application or its database.
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system.
  }
}

async function answer<Result>(make: () => Result | Promise<Result>): Promise<Answer<Result>> {
  try {
    return { result: await make() };
  } catch (error) {
    if (!(error instanceof Error)) return { failed: String(error) };
    const { code = '', fields } = error as { code?: string; fields?: Record<string, string> };
    return code in errorCatalogue ? { refused: code as ErrorCode, fields } : { failed: error.stack ?? error.message };
  }
}
