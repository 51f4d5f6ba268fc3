import { type AccessSettings, accessSettings } from '@passeio/contract/operator/settings';

/** What the form holds, ready for the API, or the sentences for the fields that are wrong. */
export function readAccessForm(typed: FormData): { settings: AccessSettings } | { errors: Record<string, string> } {
  const result = accessSettings.safeParse({
    requireConfirmedEmail: typed.get('requireConfirmedEmail') !== null,
    clientIdleMinutes: toMinutes(typed.get('clientIdleMinutes')),
    staffIdleMinutes: toMinutes(typed.get('staffIdleMinutes')),
  });
  if (result.success) return { settings: result.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message;
  return { errors };
}

/** The sentence for what is wrong with one field; undefined if nothing is. */
export function checkAccessField(name: string, typed: string): string | undefined {
  if (name !== 'clientIdleMinutes' && name !== 'staffIdleMinutes') return undefined;
  const result = accessSettings.shape[name].safeParse(toMinutes(typed));
  return result.success ? undefined : result.error.issues[0]?.message;
}

function toMinutes(typed: FormDataEntryValue | null): number {
  const text = String(typed ?? '').trim();
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}
