import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { Role } from '@passeio/contract/roles';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import type { PersonSummary } from '@passeio/contract/users/users';
import { storeIdentity, storeProfile } from '~/features/session/user-store';

/** A person with a complete profile. */
export function newProfile(role: Role = 'CLIENT'): OwnProfile {
  return {
    id: crypto.randomUUID(),
    name: 'Marina Alves de Souza',
    rg: 'MG-12345678',
    emitter: 'SSP/MG',
    cpf: generateCpf(),
    birthdate: '1990-12-05',
    contact: '+5535988887777',
    email: 'marina@viajantes.example',
    role,
    createdAt: '2026-01-15T12:00:00.000Z',
    emailConfirmed: true,
  };
}

/** The same as staff finds them in a list. */
export function newPersonSummary(more: Partial<PersonSummary> = {}): PersonSummary {
  const { cpf: _cpf, rg: _rg, emitter: _emitter, birthdate: _birthdate, ...shown } = newProfile();
  return { ...shown, hasAccount: true, isDisabled: false, maskedCpf: '•••.•••.247-25', ...more };
}

/** Signs somebody in as the login form leaves it: token and profile in the user slice. */
export function signIn(role: Role = 'CLIENT', token = newToken()) {
  const profile = newProfile(role);
  storeIdentity(profile.email, token);
  storeProfile(profile);
  return { profile, token };
}

/** A token that is good for so many seconds, as far as the browser can see. */
export function newToken(seconds = 3600): string {
  const part = (value: object) => btoa(JSON.stringify(value));
  return `${part({ alg: 'none' })}.${part({ sub: 'marina', exp: Math.floor(Date.now() / 1000) + seconds })}.`;
}
