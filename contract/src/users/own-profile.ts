import { growing, id, instant } from '../fields.ts';
import { permissionKeys } from '../permissions.ts';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { z } from '../zod.ts';

/** A person as the API answers it. `contact` is E.164, `cpf` 11 digits, `birthdate` "YYYY-MM-DD". */
export const userProfile = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: growing(roles),
  cpf: z.string(),
  rg: z.string(),
  emitter: z.string(),
  birthdate: z.string(),
  contact: z.string(),
  createdAt: instant,
});
export type UserProfile = z.infer<typeof userProfile>;

/**
 * The own profile; `emailConfirmed` as the identity provider says. What staff may do is optional, because servers of
 * the last release do not say it.
 */
export const ownProfile = userProfile.extend({
  emailConfirmed: z.boolean(),
  /** Whether signing in takes a second step; null if the identity provider does not say. */
  hasTwoFactor: z.boolean().nullable().optional(),
  /** Nothing else is answered to staff before. */
  mustAddTwoFactor: z.boolean().optional(),
  /** Whether they sell for a commission. */
  isSeller: z.boolean().optional(),
  permissions: z.array(growing(permissionKeys)).optional(),
  refundLimitCents: z.int().nullable().optional(),
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** What every page behind login asks: a table of its own, so that none waits for the schemas of other people. */
export const ownProfileRoutes = {
  readMe: route('GET', '/users/me', { access: 'identified', summary: 'The own profile', answer: ownProfile }),
};
