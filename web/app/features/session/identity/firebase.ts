import type { IdentitySettings } from '@passeio/contract/operator/settings';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { IdentityError } from './error';
import type { IdentityPort } from './port';

/** Firebase's error codes and the port's. An unmapped one is a refusal without a code. */
const codes: Record<string, string> = {
  'auth/invalid-credential': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/wrong-password': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/user-not-found': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/invalid-email': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/user-disabled': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/invalid-action-code': 'INVALID_TOKEN',
  'auth/expired-action-code': 'TOKEN_EXPIRED',
  'auth/weak-password': 'PASSWORD_TOO_COMMON',
  'auth/password-does-not-meet-requirements': 'PASSWORD_TOO_COMMON',
  'auth/requires-recent-login': 'SIGN_IN_AGAIN',
  'auth/user-token-expired': 'SIGN_IN_AGAIN',
};

const unreachable = ['auth/network-request-failed', 'auth/internal-error', 'auth/timeout'];

/** Firebase's error code, '' for other errors. */
function firebaseCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Maps an SDK error to an IdentityError. */
export function toIdentityError(error: unknown): IdentityError {
  const code = firebaseCode(error);
  if (code === '' || unreachable.includes(code)) return new IdentityError('unreachable', code);
  if (code === 'auth/too-many-requests' || code === 'auth/quota-exceeded') return new IdentityError('tooMany', code);
  return new IdentityError('refused', codes[code] ?? code);
}

type FirebaseSettings = Extract<IdentitySettings, { provider: 'firebase' }>;

/** Adapter of Firebase Authentication. Its SDK stores the credential in this browser and refreshes tokens by itself. */
export function createFirebaseIdentity(settings: FirebaseSettings): IdentityPort {
  const auth = connect(settings);
  return { ...accountCalls(auth), ...linkCalls(auth), ...tokenCalls(auth), ...withoutSecondStep };
}

// Nothing leads to it: the server says of nobody that there is a second step.
const refuse = () => Promise.reject(new IdentityError('refused', 'NOT_OFFERED'));
const withoutSecondStep = {
  signInBy: refuse,
  passkeys: refuse,
  addTwoFactor: refuse,
  confirmTwoFactor: refuse,
  renewRecoveryCodes: refuse,
  removeTwoFactor: refuse,
};

function connect({ apiKey, authDomain, projectId, emulatorUrl }: FirebaseSettings): Auth {
  // Without a pop-up resolver, because that would load a script that the page's policy refuses.
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  auth.languageCode = 'pt-BR';
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

function accountCalls(auth: Auth) {
  return {
    async signUp(email: string, password: string, name: string): Promise<void> {
      // A known address is not revealed here: the sign-in that follows fails.
      const made = await mapErrors(createUserWithEmailAndPassword(auth, email, password), [
        'auth/email-already-in-use',
      ]);
      if (!made) return;
      // The account exists; name and confirmation can be retried later.
      const extras = [updateProfile(made.user, { displayName: name }), sendEmailVerification(made.user)];
      for (const { status, reason } of (await Promise.allSettled(extras)) as PromiseRejectedResult[]) {
        if (status === 'rejected') console.warn('Sign-up step failed', firebaseCode(reason));
      }
    },
    async signIn(email: string, password: string): Promise<void> {
      await mapErrors(signInWithEmailAndPassword(auth, email, password));
    },
    async signOut(): Promise<void> {
      await mapErrors(signOut(auth));
    },
    async changePassword(currentPassword: string, newPassword: string): Promise<void> {
      const user = await person(auth);
      await prove(user, currentPassword);
      await mapErrors(updatePassword(user, newPassword));
    },
    async changeEmail(newEmail: string, currentPassword: string): Promise<void> {
      const user = await person(auth);
      await prove(user, currentPassword);
      await mapErrors(verifyBeforeUpdateEmail(user, newEmail), ['auth/email-already-in-use']);
    },
  };
}

function linkCalls(auth: Auth) {
  return {
    async sendReset(email: string): Promise<void> {
      await mapErrors(sendPasswordResetEmail(auth, email), ['auth/user-not-found']);
    },
    async confirmReset(code: string, newPassword: string): Promise<void> {
      await mapErrors(confirmPasswordReset(auth, code, newPassword));
    },
    async sendConfirmation(email: string): Promise<void> {
      await auth.authStateReady();
      // Firebase sends this e-mail to signed-in users only.
      if (auth.currentUser?.email?.toLowerCase() !== email.toLowerCase()) return;
      await mapErrors(sendEmailVerification(auth.currentUser));
    },
    async undoEmailChange(code: string): Promise<string> {
      await mapErrors(applyActionCode(auth, code));
      return '/auth/forgot-password';
    },
    async confirmEmail(code: string): Promise<void> {
      await mapErrors(applyActionCode(auth, code));
      await auth.authStateReady();
      // Reloads the user; a failure shows when the next token is requested.
      await auth.currentUser?.reload().catch(() => undefined);
    },
  };
}

function tokenCalls(auth: Auth) {
  return {
    async getToken({ force = false }: { force?: boolean } = {}): Promise<string | null> {
      await auth.authStateReady();
      const token = await mapErrors(auth.currentUser?.getIdToken(force) ?? Promise.resolve(null), sessionIsOver);
      return token ?? null;
    },
    onNoUser(listener: () => void): () => void {
      return onAuthStateChanged(auth, (user) => {
        if (!user) listener();
      });
    },
  };
}

/** After these errors the SDK signs out by itself. */
const sessionIsOver = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
];

async function person(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) throw new IdentityError('refused', 'SIGN_IN_AGAIN');
  return auth.currentUser;
}

async function prove(user: User, password: string): Promise<void> {
  const credential = EmailAuthProvider.credential(user.email ?? '', password);
  try {
    await reauthenticateWithCredential(user, credential);
  } catch (error) {
    const failure = toIdentityError(error);
    throw failure.code === 'INVALID_EMAIL_OR_PASSWORD' ? new IdentityError('refused', 'INVALID_PASSWORD') : failure;
  }
}

/** The call's answer; undefined for errors to ignore; throws an IdentityError for others. */
async function mapErrors<Result>(call: Promise<Result>, alsoFine: string[] = []): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (alsoFine.includes(firebaseCode(error))) return undefined;
    throw toIdentityError(error);
  }
}
