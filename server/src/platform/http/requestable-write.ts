import type { Actor } from '../audit/audit.ts';
import type { DatabaseTransaction } from '../database/connect.ts';
import type { LinkRequestInput } from '../database/schema/schema.ts';
import type { Caller } from './access.ts';

/** A write that the holder of a link may ask for, and staff has executed. */
export interface RequestableWrite {
  /** What the body of its call by link says. Throws as Fastify does for what the schemas of its route refuse. */
  read(rest: Record<string, unknown>, reservationId: string): LinkRequestInput;
  write(call: LinkRequestInput & { caller: Caller; actor: Actor; trx: DatabaseTransaction }): Promise<void>;
}
