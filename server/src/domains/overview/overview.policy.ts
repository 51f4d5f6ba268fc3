import type { OverviewList } from '@passeio/contract/overview';
import type { Caller } from '../../platform/http/access.ts';

/** All that the company is still to receive is for administrators; what is to be done today is for all staff. */
export function mayReadList({ role }: Caller, list: OverviewList): boolean {
  return role === 'ADMIN' || list !== 'due';
}
