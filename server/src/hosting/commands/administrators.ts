import { email as emailOf } from '@passeio/contract/fields';
import { StartError } from '../../platform/process/start-error.ts';
import { INVITATION_HOURS, inviteAdministrator, removeAdministrator } from '../administrators.ts';
import type { CommandContext } from './context.ts';

/** Invites somebody to run the host, or gives them a new password and authenticator. Says the link. */
export async function addAdministrator({ pool, key, config, say }: CommandContext, given: string): Promise<void> {
  const token = await inviteAdministrator(pool, key, readEmail(given));
  say(`Within ${INVITATION_HOURS} hours, choose a password and an authenticator`);
  say(`  at        ${config.publicUrl}/convite/${token}`);
}

/** Ends the access of an administrator of the host. */
export async function endAdministrator({ pool, say }: CommandContext, given: string): Promise<void> {
  const email = readEmail(given);
  if (!(await removeAdministrator(pool, email))) throw new StartError(`${email} is no administrator of the host.`);
  say(`${email} does not enter the host's page any more.`);
}

function readEmail(given: string): string {
  const { success, data } = emailOf.safeParse(given);
  if (!success) throw new StartError('Name an e-mail address: npm run operators -- admin add ana@passeio.example');
  return data;
}
