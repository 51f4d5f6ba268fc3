import { expect } from '@playwright/test';

export const PROJECT = process.env.FIREBASE_PROJECT_ID ?? 'demo-passeio';
export const emulatorUrl = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099'}`;

/** What the mail of a link would ask for. */
type LinkKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

interface OobCode {
  email: string;
  requestType: LinkKind;
  oobLink: string;
}

/** Makes the emulator answer the same for known and unknown addresses, as a project of today does. */
export async function protectAddresses(): Promise<void> {
  const config = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=emailPrivacyConfig`;
  await administer('PATCH', config, { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
}

/** The query of the newest link that was mailed to `email`, as Firebase appends it to the operator's own page. */
export async function mailedLink(email: string, kind: LinkKind): Promise<string> {
  await expect.poll(() => mailedLinks(email, kind)).not.toEqual([]);
  return (await mailedLinks(email, kind)).at(-1) ?? '';
}

/** The queries of all links of a kind that were mailed to `email`, the oldest first. */
export async function mailedLinks(email: string, kind: LinkKind): Promise<string[]> {
  const response = await fetch(`${emulatorUrl}/emulator/v1/projects/${PROJECT}/oobCodes`);
  const { oobCodes } = (await response.json()) as { oobCodes: OobCode[] };
  return oobCodes
    .filter((code) => code.email === email && code.requestType === kind)
    .map(({ oobLink }) => new URL(oobLink).search);
}

/** Shuts an account out, as in Firebase's console. */
export async function disableAccount(email: string): Promise<void> {
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
  const { users } = (await administer('POST', `${accounts}:lookup`, { email: [email] })) as {
    users: { localId: string }[];
  };
  await administer('POST', `${accounts}:update`, { localId: users[0]?.localId, disableUser: true });
}

/** A call with the rights of the project's owner, which the emulator gives to anybody who asks. */
async function administer(method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${emulatorUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** A token as the emulator makes it: signed by nobody. */
export function unsignedToken(project: string, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: 'somebody',
    email: 'somebody@viajantes.example',
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}
