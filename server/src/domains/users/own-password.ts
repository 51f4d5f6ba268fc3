import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityKey, IdentityProvider } from '../../ports/identity/port.ts';

/** Who a person is at the identity provider; undefined where the password is not theirs. Throws ACCOUNT_MISSING. */
export async function identityByPassword(
  { db, identity }: { db: Database; identity: Pick<IdentityProvider, 'checkPassword'> },
  personId: string,
  password: string,
): Promise<(IdentityKey & { email: string }) | undefined> {
  const { issuer, subject, email } =
    (await db
      .selectFrom('users')
      .select(['issuer', 'subject', 'email'])
      .where('id', '=', personId)
      .executeTakeFirst()) ?? {};
  if (!issuer || !subject || !email) throw new AppError('ACCOUNT_MISSING');
  const who = { issuer, subject, email };
  return (await identity.checkPassword(who, password)) ? who : undefined;
}
