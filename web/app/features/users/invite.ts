import { type NewInvitation, newInvitation } from '@passeio/contract/invitations';
import { apiPaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { answered, api } from '../session/api';

/** Makes an invitation; an older one of the person ends. */
export function createInvitation(userId: string): Promise<NewInvitation> {
  return answered(api.post(apiPaths.userInvitation(userId), newInvitation));
}

export async function cancelInvitation(userId: string): Promise<void> {
  await answered(api.delete(apiPaths.userInvitation(userId), z.object({})));
}
