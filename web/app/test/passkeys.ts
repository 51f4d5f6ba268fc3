import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** A device with passkeys, whose owner is always there and shows a finger. */
export async function connectDevice(): Promise<void> {
  const devtools = cdp() as unknown as { send(method: string, params?: object): Promise<{ authenticatorId: string }> };
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  onTestFinished(async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });
}

/** Makes a passkey of this site on the device. */
export async function makePasskey(): Promise<void> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(newPasskeyOptions());
  await navigator.credentials.create({ publicKey });
}

/** Options to make a passkey, as the provider sends them. */
export function newPasskeyOptions(): PublicKeyCredentialCreationOptionsJSON {
  return {
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    rp: { id: location.hostname, name: 'Passeio' },
    user: { id: 'bWFyaW5h', name: 'marina@viajantes.example', displayName: 'Marina Alves de Souza' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: [],
  };
}

/** Options to sign in by any passkey of this site. */
export function signInOptions(): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    rpId: location.hostname,
    userVerification: 'required',
    allowCredentials: [],
  };
}
