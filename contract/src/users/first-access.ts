import { route } from '../route.ts';
import { z } from '../zod.ts';
import { ownProfile } from './own-profile.ts';
import { signUpPayload } from './users.ts';

/** How long a code is valid that a start has printed. */
export const FIRST_ACCESS_HOURS = 24;

/** A code of 128 bits, typed with or without the hyphens between its groups, in any case. */
export const firstAccessCode = z
  .string('Informe o código.')
  .max(100, 'O código tem 8 grupos de 4 letras ou números.')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => /^[\da-f]{32}$/.test(code), 'O código tem 8 grupos de 4 letras ou números.');

const firstAdministrator = signUpPayload.extend({ code: firstAccessCode });
export type FirstAdministrator = z.output<typeof firstAdministrator>;

export const firstAccessRoutes = {
  checkCode: route('POST', '/first-access/code', {
    access: 'anyone',
    summary: 'Whether a code makes the first administrator; refused with FIRST_ACCESS_OVER otherwise',
    body: z.strictObject({ code: firstAccessCode }),
    answer: z.object({}),
  }),
  createAdministrator: route('POST', '/first-access', {
    access: 'identified',
    summary: 'Become the first administrator with a code that the start has printed, after signing up',
    body: firstAdministrator,
    answer: ownProfile,
    status: 201,
  }),
};
