const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** What is wrong with a new password; undefined if nothing is. The commonest ones are the provider's to refuse. */
export function checkNewPassword(password: string): string | undefined {
  if (password === '') return 'Senha: preencha este campo.';
  if (password.length < MIN_LENGTH) return `Senha: use pelo menos ${MIN_LENGTH} caracteres.`;
  return password.length > MAX_LENGTH ? `Senha: use no máximo ${MAX_LENGTH} caracteres.` : undefined;
}

export interface PasswordStrength {
  /** From 0 (nothing typed) to 4. */
  level: number;
  label: string;
}

const labels = ['', 'Curta demais', 'Razoável', 'Boa', 'Muito boa'];

/** A hint while typing. Length counts most: a long sentence beats a short riddle. */
export function passwordStrength(password: string): PasswordStrength {
  const level = strengthLevel(password);
  return { level, label: labels[level] ?? '' };
}

function strengthLevel(password: string): number {
  if (password === '') return 0;
  const different = new Set(password).size;
  if (password.length < MIN_LENGTH || different < 4) return 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const points = password.length + 2 * kinds;
  if (points < 16 || different < 7) return 2;
  return points < 20 ? 3 : 4;
}

/** Sentence for the identity provider's refusal of a new password; undefined if the refusal is about something else. */
export function refusedPassword(code: string): string | undefined {
  if (!code.includes('PASSWORD') || code.includes('EMAIL')) return undefined;
  if (code === 'PASSWORD_TOO_SHORT') return checkNewPassword('x');
  if (code === 'PASSWORD_TOO_LONG') return checkNewPassword('x'.repeat(MAX_LENGTH + 1));
  return 'Senha: esta é fácil de adivinhar. Escolha outra.';
}
