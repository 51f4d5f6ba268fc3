import type { ErrorCode } from '@passeio/contract/errors';
import { AppError } from '../http/errors.ts';

// foreign_key_violation, unique_violation and check_violation.
const RULE_VIOLATIONS = new Set(['23503', '23505', '23514']);

function isRuleViolation(error: unknown): boolean {
  return RULE_VIOLATIONS.has((error as { code?: string }).code ?? '');
}

/** Runs `work`, and maps violations of the named constraints to AppErrors with these codes. */
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
