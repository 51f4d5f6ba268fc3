import { createEmbeddedIdentity } from './embedded';
import type { IdentityPort } from './port';

/** The identity provider of this installation. */
export const identity: IdentityPort = createEmbeddedIdentity();
