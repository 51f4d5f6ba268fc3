import type { ErrorCode } from '@passeio/contract/errors';
import { AppError } from '../errors.ts';

// unique_violation and check_violation: the database refuses because of a rule of ours.
const RULE_VIOLATIONS = new Set(['23505', '23514']);

/**
 * Runs `work`; where the database refuses it because of one of the named constraints, throws the refusal that
 * the person may read instead.
 */
export async function refuseOn<Answer>(
  refusals: Record<string, ErrorCode>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const refusal = constraint && code && RULE_VIOLATIONS.has(code) ? refusals[constraint] : undefined;
    throw refusal ? new AppError(refusal) : error;
  }
}
