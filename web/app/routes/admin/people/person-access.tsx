import { Box, Button, NativeSelect } from '@mantine/core';
import { type PersonDetails, type Role, roleLabels, roles } from '@passeio/contract/users/users';
import { useState } from 'react';
import { changeRole, disable, enable, roleMeanings } from '~/features/users/change-access';
import { InvitationControls } from '~/features/users/invitation-controls';
import { PageSection, SectionCard } from '../../area/page/page-section';
import styles from './person-access.module.css';

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
  const [busy, setBusy] = useState(false);

  async function perform(change: () => Promise<PersonDetails | undefined>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const saved = await change();
      if (saved) onSaved(saved);
    } finally {
      setBusy(false);
    }
  }

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
            disabled={busy || chosen === person.role}
            onClick={() => perform(() => changeRole(person, chosen))}
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
            <Button size="md" disabled={busy} onClick={() => perform(() => enable(person))}>
              Liberar acesso
            </Button>
          ) : (
            <Button size="md" variant="default" disabled={busy} onClick={() => perform(() => disable(person))}>
              Bloquear acesso
            </Button>
          )}
        </Box>
      </SectionCard>
    </>
  );
}
