import { describe, expect, it } from 'vitest';
import { checkAccessField, readAccessForm } from './access-settings';

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe('the form of access settings', () => {
  it('becomes what the API takes', () => {
    expect(readAccessForm(form({ clientIdleMinutes: '0', staffIdleMinutes: ' 30 ' }))).toEqual({
      settings: { requireConfirmedEmail: false, clientIdleMinutes: 0, staffIdleMinutes: 30 },
    });
    expect(
      readAccessForm(form({ requireConfirmedEmail: 'on', clientIdleMinutes: '5', staffIdleMinutes: '1440' })),
    ).toMatchObject({ settings: { requireConfirmedEmail: true } });
  });

  it('says what is wrong beside the field', () => {
    expect(readAccessForm(form({ clientIdleMinutes: '', staffIdleMinutes: '1441' }))).toEqual({
      errors: {
        clientIdleMinutes: 'Informe um número inteiro de minutos.',
        staffIdleMinutes: 'Use no máximo 1440 minutos (um dia).',
      },
    });
  });

  it.each(['', '1,5', 'dez', '-1', '1e3'])('refuses %j minutes', (typed) => {
    expect(checkAccessField('clientIdleMinutes', typed)).toEqual(expect.any(String));
  });
});
