import { Group, Progress } from '@mantine/core';
import {
  checkPassword,
  type PasswordOwner,
  type PasswordProblem,
  passwordProblems,
} from '@passeio/contract/users/passwords';
import { useState } from 'react';
import { PasswordField } from './password-field';

interface NewPasswordInputProps {
  name?: string;
  label?: string;
  error?: string;
  /** Name and e-mail typed so far: the password must not contain them. */
  ownerOf?: (form: HTMLFormElement | null) => PasswordOwner;
}

const METER_COLORS = ['', '#e03131', '#e8890c', '#37a04b', '#2b8a3e'];

/** New-password field with a strength hint. */
export function NewPasswordInput({ name = 'password', label = 'Senha', error, ownerOf }: NewPasswordInputProps) {
  const [{ level, label: strengthLabel }, setStrength] = useState(passwordStrength(''));
  return (
    <div>
      <PasswordField
        name={name}
        label={label}
        description="8 caracteres ou mais: uma frase é fácil"
        autoComplete="new-password"
        error={error}
        onChange={({ currentTarget: { value, form } }) => setStrength(passwordStrength(value, ownerOf?.(form)))}
      />
      {/* Its place is kept, so that nothing jumps at the first key. */}
      <Group role="status" gap="sm" mih={24} mt={6} c="dimmed" fz="sm">
        {level > 0 && (
          <>
            <Progress w={112} size={6} radius="xl" value={level * 25} color={METER_COLORS[level]} aria-hidden />
            <span>Senha: {strengthLabel.toLowerCase()}</span>
          </>
        )}
      </Group>
    </div>
  );
}

/** Error message of a new password, by the rule the server uses; undefined if valid. */
export function checkNewPassword(password: string, owner?: PasswordOwner): string | undefined {
  if (password === '') return 'Senha: preencha este campo.';
  const problem = checkPassword(password, owner);
  return problem && passwordProblems[problem].sentence;
}

interface PasswordStrength {
  /** 0: empty; 1: refused; up to 4. */
  level: number;
  label: string;
}

const labels = ['', '', 'Razoável', 'Boa', 'Muito boa'];

/** Shown while typing: why the password would be refused, else a hint. */
export function passwordStrength(password: string, owner?: PasswordOwner): PasswordStrength {
  if (password === '') return { level: 0, label: '' };
  const problem = checkPassword(password, owner);
  if (problem) return { level: 1, label: passwordProblems[problem].label };
  const level = strengthLevel(password);
  return { level, label: labels[level] ?? '' };
}

function strengthLevel(password: string): number {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const points = password.length + 2 * kinds;
  if (points < 16 || new Set(password).size < 7) return 2;
  return points < 20 ? 3 : 4;
}

/** Message for the provider's refusal of a new password; undefined for other errors. */
export function refusedPassword(code: string): string | undefined {
  if (code in passwordProblems) return passwordProblems[code as PasswordProblem].sentence;
  if (!code.includes('PASSWORD') || code.includes('EMAIL')) return undefined;
  return passwordProblems.PASSWORD_TOO_COMMON.sentence;
}
