import { type PersonDetails, type Role, roleLabels } from '@passeio/contract/users/users';
import { ApiError } from '~/lib/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { withRetry } from '../session/with-retry';
import { loadPerson, savePerson } from './person';

/** What a role allows, as the end of a sentence. */
export const roleMeanings: Record<Role, string> = {
  ADMIN: 'vê e muda tudo: passeios, reservas, pessoas, configurações e auditoria',
  OPERATOR: 'cuida dos passeios e das reservas, e vê os dados de quem viaja',
  CLIENT: 'vê só a própria conta e as próprias reservas',
};

/**
 * Asks for confirmation and changes a person's role. Returns the changed person, undefined if nothing changed; failures
 * are shown.
 */
export async function changeRole(person: PersonDetails, role: Role): Promise<PersonDetails | undefined> {
  const sure = await askToConfirm({
    titulo: `Mudar o perfil para ${roleLabels[role]}?`,
    mensagem:
      `Com este perfil, ${person.name} ${roleMeanings[role]}. ` +
      'A mudança vale na hora: a pessoa sai dos aparelhos em que está e entra de novo com o novo perfil.',
    tipo: role === 'ADMIN' ? 'danger' : 'info',
  });
  return sure ? save(person, { role }, `Perfil mudado para ${roleLabels[role]}.`) : undefined;
}

/**
 * Asks for confirmation and disables a person. Returns the changed person, undefined if nothing changed; failures are
 * shown.
 */
export async function disable(person: PersonDetails): Promise<PersonDetails | undefined> {
  const sure = await askToConfirm({
    titulo: 'Bloquear o acesso?',
    mensagem:
      `${person.name} sai na hora dos aparelhos em que está e não entra mais. ` +
      'As reservas continuam valendo, e você pode liberar o acesso quando quiser.',
    tipo: 'danger',
  });
  return sure ? save(person, { isDisabled: true }, 'Acesso bloqueado.') : undefined;
}

/**
 * Asks for confirmation and enables a person. Returns the changed person, undefined if nothing changed; failures are
 * shown.
 */
export async function enable(person: PersonDetails): Promise<PersonDetails | undefined> {
  const sure = await askToConfirm({
    titulo: 'Liberar o acesso?',
    mensagem: `${person.name} volta a entrar com o mesmo e-mail e a mesma senha.`,
  });
  return sure ? save(person, { isDisabled: false }, 'Acesso liberado.') : undefined;
}

async function save(
  person: PersonDetails,
  change: Parameters<typeof savePerson>[1],
  done: string,
): Promise<PersonDetails | undefined> {
  try {
    const saved = await withRetry(() => savePerson(person, change));
    showAlert('success', done);
    return saved;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Changed by somebody else meanwhile: shows the new state instead.
    return error.code === 'CHANGED_MEANWHILE' ? loadPerson(person.id).catch(() => undefined) : undefined;
  }
}
