import { randomInt, randomUUIDv7 } from 'node:crypto';
import { BATCH_RANDOM, type CouponBatch, type MadeCoupons } from '@passeio/contract/discounts/coupons';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/fields';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { columnsOf, draftRefusals, subjectOf } from './coupons.ts';

/** Makes coupons whose codes are the prefix and what nobody can guess. One audit entry. */
export async function createBatch(
  trx: DatabaseTransaction,
  actor: Actor,
  { prefix, count, ...draft }: CouponBatch,
): Promise<MadeCoupons> {
  const codes: string[] = [];
  // A code that exists already is left out, and made up for.
  while (codes.length < count) {
    const wanted = Array.from({ length: count - codes.length }, () => prefix + randomPart());
    const made = await mapConstraintErrors(draftRefusals, () =>
      trx
        .insertInto('coupons')
        .values([...new Set(wanted)].map((code) => ({ id: randomUUIDv7(), code, ...columnsOf(draft) })))
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning(['id', 'code'])
        .execute(),
    );
    const [first] = made;
    if (first && codes.length === 0) {
      await recordAudit(trx, actor, {
        action: 'coupon.batch_created',
        subject: subjectOf({ id: first.id, code: `${prefix}…` }),
        changes: { coupons: [null, count], tag: [null, draft.tag] },
      });
    }
    codes.push(...made.map(({ code }) => code));
  }
  return { tag: draft.tag, codes };
}

function randomPart(): string {
  const one = () => RESERVATION_CODE_ALPHABET.charAt(randomInt(RESERVATION_CODE_ALPHABET.length));
  return Array.from({ length: BATCH_RANDOM }, one).join('');
}
