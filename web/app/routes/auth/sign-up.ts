import { firstAccessRoutes } from '@passeio/contract/users/first-access';
import { type Invitation, type InvitationAcceptance, invitationRoutes } from '@passeio/contract/users/invitations';
import {
  type OpenedStaffInvitation,
  type StaffInvitationAcceptance,
  staffInvitationRoutes,
} from '@passeio/contract/users/staff-invitations';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { identityName, type SignUpPayload } from '@passeio/contract/users/users';
import { api } from '~/features/session/api';
import { identity } from '~/features/session/identity';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { fetchProfile } from '~/features/session/profile';
import { identify } from '~/features/session/sign-in';
import { storeProfile } from '~/features/session/user-store';
import { refusedPassword } from '~/features/users/new-password-input';
import { errorsByField } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/**
 * Signs somebody up: the server's check of the data first, then identity, sign-in and profile.
 * Answers false when the check says no. Rejects with an IdentityError or an ApiError; when only the profile is
 * missing by then, the session is `unfinished` and {@link finishSignUp} completes it.
 */
export async function signUp(payload: SignUpPayload, password: string): Promise<boolean> {
  if (!(await api.call(userRoutes.validate, { body: payload, session: 'optional' }))) return false;
  await (await identity()).signUp(payload.email, password, payload.name);
  await identify(payload.email, password);
  await finishSignUp(payload);
  return true;
}

/** The person an invitation is for. Rejects with an ApiError, INVITATION_OVER if it is no longer valid. */
export async function readInvitation(token: string): Promise<Invitation> {
  return api.call(invitationRoutes.readInvitation, { body: { token }, session: 'optional' });
}

/**
 * Signs somebody up as the person of an invitation: identity, sign-in, then the record that staff wrote. Rejects with
 * an IdentityError or an ApiError; after the latter the session is `unfinished`, and the same call may be tried again.
 */
export async function acceptInvitation(
  acceptance: InvitationAcceptance,
  { email, password, firstName }: { email: string; password: string; firstName: string },
): Promise<void> {
  // Staff may enter names that accounts refuse, as in "Z.": the e-mail then uses another greeting.
  const name = identityName.safeParse(firstName).data ?? 'Viajante';
  await (await identity()).signUp(email, password, name);
  await identify(email, password);
  storeProfile(await api.call(invitationRoutes.acceptInvitation, { body: acceptance, session: 'optional' }));
}

/** Whom an invitation of a colleague is for. Rejects with an ApiError, INVITATION_OVER if it is no longer valid. */
export function readStaffInvitation(token: string): Promise<OpenedStaffInvitation> {
  return api.call(staffInvitationRoutes.read, { body: { token }, session: 'optional' });
}

/** Signs a colleague up, or in where there is an account with this e-mail. Rejects as {@link acceptInvitation}. */
export async function acceptStaffInvitation(
  acceptance: StaffInvitationAcceptance,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await (await identity()).signUp(email, password, acceptance.name);
  await identify(email, password);
  storeProfile(await api.call(staffInvitationRoutes.accept, { body: acceptance, session: 'optional' }));
}

/** Rejects with an ApiError, FIRST_ACCESS_OVER if the code makes no administrator. */
export async function checkFirstAccessCode(code: string): Promise<void> {
  await api.call(firstAccessRoutes.checkCode, { body: { code }, session: 'optional' });
}

/** Signs up the first administrator. Rejects as {@link acceptInvitation}, and may be tried again as it. */
export async function signUpAdministrator(code: string, payload: SignUpPayload, password: string): Promise<void> {
  await (await identity()).signUp(payload.email, password, payload.name);
  await identify(payload.email, password);
  storeProfile(await createAdministrator(code, payload));
}

async function createAdministrator(code: string, payload: SignUpPayload) {
  try {
    return await api.call(firstAccessRoutes.createAdministrator, { body: { code, ...payload }, session: 'optional' });
  } catch (error) {
    // An earlier attempt succeeded although its answer was lost.
    const isOver = error instanceof ApiError && error.code === 'FIRST_ACCESS_OVER';
    const profile = isOver ? await fetchProfile() : null;
    if (profile?.role !== 'ADMIN') throw error;
    return profile;
  }
}

/** Why an account was not created: sentences by field, and `form` for the whole. */
export function explainSignUp(error: unknown): FieldErrors {
  if (error instanceof ApiError) return { form: failureText(error) ?? '', ...errorsByField(error.fields) };
  const aboutPassword = error instanceof IdentityError ? refusedPassword(error.code) : undefined;
  if (aboutPassword) return { password: aboutPassword };
  const fallback = 'Não foi possível criar a conta. Se você já tem conta com este e-mail, use a senha dela.';
  return { form: failureText(error) ?? fallback };
}

/** Creates the missing profile of an `unfinished` session. */
export async function finishSignUp(payload: SignUpPayload): Promise<void> {
  const profile = await createProfile(payload);
  if (!profile) throw new ApiError(0);
  storeProfile(profile);
}

async function createProfile(payload: SignUpPayload) {
  try {
    return await api.call(userRoutes.signUp, { body: payload, session: 'optional' });
  } catch (error) {
    // An earlier attempt succeeded although its answer was lost.
    if (error instanceof ApiError && error.code === 'PROFILE_EXISTS') return fetchProfile();
    throw error;
  }
}
