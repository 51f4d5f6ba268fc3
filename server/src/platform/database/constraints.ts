import type { ErrorCode } from '@passeio/contract/api/errors';
import { sql } from 'kysely';
import { AppError } from '../http/errors.ts';
import type { DatabaseTransaction } from './connect.ts';

// foreign_key_violation, unique_violation and check_violation.
const RULE_VIOLATIONS = new Set(['23503', '23505', '23514']);

export function isRuleViolation(error: unknown): boolean {
  return RULE_VIOLATIONS.has((error as { code?: string }).code ?? '');
}

/** Runs `work`, and maps violations of the named constraints to an `AppError` with these codes. */
export async function mapConstraintErrors<Result>(
  refusals: Record<string, ErrorCode>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    const refusal = constraint && isRuleViolation(error) ? refusals[constraint] : undefined;
    throw refusal ? new AppError(refusal) : error;
  }
}

/**
 * {@link mapConstraintErrors} for writes in a transaction: deferred constraints are checked too, because a refusal at
 * commit could not be mapped.
 */
export function mapDeferredErrors<Result>(
  trx: DatabaseTransaction,
  refusals: Record<string, ErrorCode>,
  write: () => Promise<Result>,
): Promise<Result> {
  return mapConstraintErrors(refusals, async () => {
    const result = await write();
    await sql`set constraints all immediate; set constraints all deferred`.execute(trx);
    return result;
  });
}

/** Runs `write`; where a rule refuses it, undoes what it wrote and returns what `refused` makes of that: undefined. */
export async function withSavepoint<Result, Refused = undefined>(
  trx: DatabaseTransaction,
  write: () => Promise<Result>,
  refused: (error: AppError) => Refused = () => undefined as Refused,
): Promise<Result | Refused> {
  await sql`savepoint attempted`.execute(trx);
  try {
    const result = await write();
    await sql`release savepoint attempted`.execute(trx);
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint attempted; release savepoint attempted`.execute(trx);
    return refused(error);
  }
}

/** What somebody reads of a refusal: the sentence of its first field, else its own. */
export function refusalText({ fields, message }: AppError): string {
  return Object.values(fields ?? {})[0] ?? message;
}
