import { attendanceClosesAt } from '@passeio/contract/boarding/boarding';
import { dayAndTime } from '@passeio/contract/format-moments';
import type { Database } from '../../platform/database/connect.ts';
import { readTimeZone } from '../settings/index.ts';

/** When a guide lost access to a boarding, up to which their cash is still recorded, and what staff reads about it. */
interface EndOfAccess {
  at: Date;
  why: string;
}

/** The end of a guide's access: when staff took it, unless attendance had closed. Nothing is said while it is ahead. */
export async function endOfAccess(
  db: Database,
  { returns_at }: { returns_at: Date },
  taken: { at: Date | null; why: string },
): Promise<EndOfAccess> {
  const closesAt = attendanceClosesAt(returns_at);
  if (taken.at && taken.at < closesAt) {
    const at = dayAndTime(taken.at, await readTimeZone(db));
    return { at: taken.at, why: `Enviado depois que ${taken.why}, em ${at}.` };
  }
  return { at: closesAt, why: closesAt < new Date() ? 'Enviado mais de um dia depois da volta.' : '' };
}
