import type { OverviewList } from '@passeio/contract/overview';
import type { Caller } from '../../platform/http/access.ts';

/** Only administrators see receivables; today's work is for all staff. */
export function mayReadList({ role }: Caller, list: OverviewList): boolean {
  return role === 'ADMIN' || list !== 'due';
}
