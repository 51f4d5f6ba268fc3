import { installation } from '../installation';
import { createEmbeddedIdentity } from './embedded';
import type { IdentityPort } from './port';

let chosen: Promise<IdentityPort> | undefined;

/** The identity provider of this installation. Another party's code is loaded only where it is the one in use. */
export function identity(): Promise<IdentityPort> {
  chosen ??= choose().catch((error) => {
    // The next call may find the network back.
    chosen = undefined;
    throw error;
  });
  return chosen;
}

async function choose(): Promise<IdentityPort> {
  const settings = installation().identity;
  if (settings.provider === 'embedded') return createEmbeddedIdentity();
  const { createFirebaseIdentity } = await import('./firebase');
  return createFirebaseIdentity(settings);
}
