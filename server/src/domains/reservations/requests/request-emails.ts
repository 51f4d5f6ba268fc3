import { dayAndTime } from '@passeio/contract/moment-words';
import { pagePaths } from '@passeio/contract/paths';
import type { QueuedEmail } from '../../messages/index.ts';
import type { EndingHold } from '../holds/expire-holds.queries.ts';

interface Wording {
  timeZone: string;
  /** Origin of links in e-mails. */
  publicUrl: string;
  /** Empty: the operator has none. */
  operatorEmail: string;
}

/** Whether it is a request that the operator never answered. */
export function isUnanswered({ requested_at, answered_at }: Pick<EndingHold, 'requested_at' | 'answered_at'>): boolean {
  return requested_at !== null && answered_at === null;
}

/** The e-mails that tell payer and operator that a request has ended without an answer; none without an address. */
export function emailsOfUnanswered(
  request: EndingHold,
  { timeZone, publicUrl, operatorEmail }: Wording,
): (QueuedEmail<'requestLapsed'> | QueuedEmail<'requestUnanswered'>)[] {
  const { id, code, title: trip, payer_name: name, email, slug, people, hold_expires_at } = request;
  const deadline = dayAndTime(hold_expires_at, timeZone);
  const reason = { reservationId: id, state: 'expired' as const, holdExpiresAt: hold_expires_at.toISOString() };
  const facts = { code, trip, deadline };
  const toPayer = { ...facts, name, link: publicUrl + pagePaths.trip(slug) };
  const toOperator = { ...facts, payer: name, people, link: publicUrl + pagePaths.requests };
  return [
    ...(email ? [{ kind: 'requestLapsed' as const, to: email, data: toPayer, reason }] : []),
    ...(operatorEmail ? [{ kind: 'requestUnanswered' as const, to: operatorEmail, data: toOperator, reason }] : []),
  ];
}
