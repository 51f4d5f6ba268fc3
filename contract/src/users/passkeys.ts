/** So many passkeys has an account at most. */
export const MAX_PASSKEYS = 10;

/** Characters in a passkey's name. */
export const MAX_PASSKEY_NAME = 60;
