import commonPasswords from './common-passwords.json' with { type: 'json' };

/** Lengths by OWASP ASVS 5.0, 6.2.1 and 6.2.9; any character is allowed. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

const FEWEST_DIFFERENT_CHARACTERS = 4;
const SHORTEST_PERSONAL_WORD = 3;

/** Problems of a password: the sentence at its field, and a short form while typing. */
export const passwordProblems = {
  PASSWORD_TOO_SHORT: {
    sentence: `Senha: use pelo menos ${PASSWORD_LENGTH.min} caracteres.`,
    label: 'Curta demais',
  },
  PASSWORD_TOO_LONG: { sentence: `Senha: use no máximo ${PASSWORD_LENGTH.max} caracteres.`, label: 'Longa demais' },
  PASSWORD_TOO_COMMON: {
    sentence: 'Senha: esta é fácil de adivinhar. Escolha outra.',
    label: 'Fácil de adivinhar',
  },
  PASSWORD_LIKE_PERSON: {
    sentence: 'Senha: ela é quase só o seu nome ou e-mail. Escolha outra.',
    label: 'Parecida com seus dados',
  },
} as const;
export type PasswordProblem = keyof typeof passwordProblems;

/** The password's owner, as far as known. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
}

// The 3,000 most common ones that pass the other rules (ASVS 6.2.4), from @zxcvbn-ts/language-common.
const commonest = new Set(commonPasswords.split(' '));

/** The problem of a new password, if any; used by browser and server. */
export function checkPassword(password: string, owner: PasswordOwner = {}): PasswordProblem | undefined {
  if (password.length < PASSWORD_LENGTH.min) return 'PASSWORD_TOO_SHORT';
  if (password.length > PASSWORD_LENGTH.max) return 'PASSWORD_TOO_LONG';
  if (new Set(password).size < FEWEST_DIFFERENT_CHARACTERS) return 'PASSWORD_TOO_COMMON';
  if (commonest.has(password.toLowerCase())) return 'PASSWORD_TOO_COMMON';
  return isLikePerson(fold(password), personalWords(owner)) ? 'PASSWORD_LIKE_PERSON' : undefined;
}

/** Whether the password would be too short without the owner's own words. */
function isLikePerson(password: string, words: string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password);
  return rest !== password && rest.length < PASSWORD_LENGTH.min;
}

function personalWords({ name = '', email = '' }: PasswordOwner): string[] {
  const mailbox = fold(email.split('@')[0] ?? '');
  return [mailbox, ...mailbox.split(/[^\p{L}\d]+/u), ...fold(name).split(/[^\p{L}\d]+/u)]
    .filter((word) => word.length >= SHORTEST_PERSONAL_WORD)
    .toSorted((one, other) => other.length - one.length);
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
