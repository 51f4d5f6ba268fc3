import { Box, Button, NativeSelect } from '@mantine/core';
import { type PersonDetails, type Role, roleLabels, roles } from '@passeio/contract/users/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { withRetry } from '~/features/session/api';
import { InvitationControls } from '~/features/users/invitation-controls';
import { loadPerson, savePerson } from '~/features/users/person';
import { ApiError } from '~/lib/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { PageSection, SectionCard } from '../../area/page/page-section';
import styles from './person-access.module.css';

/** What a role allows, as the end of a sentence. */
const roleMeanings: Record<Role, string> = {
  ADMIN: 'vê e muda tudo: passeios, reservas, pessoas, configurações e auditoria',
  OPERATOR: 'cuida dos passeios e das reservas, e vê os dados de quem viaja',
  CLIENT: 'vê só a própria conta e as próprias reservas',
};

interface PersonAccessProps {
  person: PersonDetails;
  /** Whether this is the signed-in user. */
  isSelf: boolean;
  onSaved: (person: PersonDetails) => void;
}

/** A person's role and whether they can sign in. */
export function PersonAccess({ person, isSelf, onSaved }: PersonAccessProps) {
  return (
    <PageSection title="Perfil e acesso" lead="O que a pessoa pode ver e fazer. Toda mudança vale na hora.">
      {isSelf ? (
        <SectionCard lead="Este cadastro é o seu. O seu perfil e o seu acesso só outro administrador pode mudar." />
      ) : person.hasAccount ? (
        <Controls person={person} onSaved={onSaved} />
      ) : (
        <SectionCard lead="Esta pessoa foi cadastrada pela equipe e ainda não tem conta. Com um convite ela cria a conta, e as reservas aparecem para ela.">
          <InvitationControls person={person} invitedUntil={person.invitedUntil} />
        </SectionCard>
      )}
    </PageSection>
  );
}

function Controls({ person, onSaved }: Omit<PersonAccessProps, 'isSelf'>) {
  const [chosen, choose] = useState(person.role);
  const { mutate: change, isPending } = useMutation({
    mutationFn: (work: () => Promise<PersonDetails | undefined>) => work(),
    onSuccess: (saved) => saved && onSaved(saved),
  });

  return (
    <>
      <SectionCard>
        <div className={styles.role}>
          <NativeSelect
            label="Perfil"
            description={`Quem tem este perfil ${roleMeanings[chosen]}.`}
            size="md"
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value as Role)}
            data={roles.map((value) => ({ value, label: roleLabels[value] }))}
          />
          <Button
            size="md"
            disabled={isPending || chosen === person.role}
            onClick={() => change(() => changeRole(person, chosen))}
          >
            Mudar perfil
          </Button>
        </div>
      </SectionCard>
      <SectionCard
        title="Acesso"
        lead={
          person.isDisabled
            ? 'O acesso está bloqueado: a pessoa não consegue entrar. As reservas dela continuam valendo.'
            : 'A pessoa entra com o e-mail e a senha que escolheu.'
        }
      >
        <Box mt="lg">
          {person.isDisabled ? (
            <Button size="md" disabled={isPending} onClick={() => change(() => enable(person))}>
              Liberar acesso
            </Button>
          ) : (
            <Button size="md" variant="default" disabled={isPending} onClick={() => change(() => disable(person))}>
              Bloquear acesso
            </Button>
          )}
        </Box>
      </SectionCard>
    </>
  );
}

/**
 * Asks for confirmation and changes a person's role. Returns the changed person, undefined if nothing changed; failures
 * are shown.
 */
async function changeRole(person: PersonDetails, role: Role): Promise<PersonDetails | undefined> {
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
async function disable(person: PersonDetails): Promise<PersonDetails | undefined> {
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
async function enable(person: PersonDetails): Promise<PersonDetails | undefined> {
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
