import { installation } from '../installation';
import { createEmbeddedIdentity } from './embedded';
import type { IdentityPort } from './port';

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
  const { createFirebaseIdentity } = await import('./firebase');
  return createFirebaseIdentity(settings);
}
