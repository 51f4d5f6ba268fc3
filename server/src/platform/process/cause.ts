import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What the work at hand goes back to. */
export interface Cause {
  /** The request that does it, or that enqueued it. */
  requestId?: string | undefined;
  /** Under hosting, whose work it is. */
  operator?: string | undefined;
  /** The open one; undefined without traces. */
  span?: Span | undefined;
}

const causes = new AsyncLocalStorage<Cause>();

/** The cause of what runs now; undefined for what nobody asked for, such as sweeps. */
export function currentCause(): Cause | undefined {
  return causes.getStore();
}

/** Runs `work`, and what it starts, with this cause. */
export function withCause<Result>(cause: Cause, work: () => Result): Result {
  return causes.run(cause, work);
}
