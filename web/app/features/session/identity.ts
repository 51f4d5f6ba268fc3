import { createEmbeddedIdentity } from './identity/embedded';
import type { IdentityPort } from './identity/port';
import { installation } from './installation';

let chosen: Promise<IdentityPort> | undefined;

/** The identity provider of this installation; loads only its own code. */
export function identity(): Promise<IdentityPort> {
  chosen ??= choose().catch((error) => {
    // A failed import may be retried.
    chosen = undefined;
    throw error;
  });
  return chosen;
}

async function choose(): Promise<IdentityPort> {
  const settings = installation().identity;
  if (settings.provider === 'embedded') return createEmbeddedIdentity();
  const { createFirebaseIdentity } = await import('./identity/firebase');
  return createFirebaseIdentity(settings);
}
