import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { type Role, roleLabels, roles } from '@passeio/contract/roles';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { PersonChange, PersonDetails } from '@passeio/contract/users/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, withRetry } from '~/features/session/api';
import { installation } from '~/features/session/installation';
import { load, queryClient } from '~/features/session/queries';
import { InvitationControls } from '~/features/users/invitation-controls';
import { ApiError } from '~/lib/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { Section, SectionCard } from '~/ui/layout/section';
import { PersonPermissions } from './person-permissions';

/** What a role allows, as the end of a sentence. */
const roleMeanings: Record<Role, string> = {
  ADMIN: 'vê e muda tudo: passeios, reservas, pessoas, configurações e auditoria',
  OPERATOR: 'cuida das reservas e do que as permissões abaixo incluem',
  GUIDE: 'vê só os embarques em que é guia',
  CLIENT: 'vê só a própria conta e as próprias reservas',
};

interface PersonAccessProps {
  person: PersonDetails;
  /** Whether this is the signed-in user. */
  isSelf: boolean;
}

/** A person's role and whether they can sign in. */
export function PersonAccess({ person, isSelf }: PersonAccessProps) {
  return (
    <Section title="Perfil e acesso" lead="O que a pessoa pode ver e fazer. Toda mudança vale na hora.">
      {isSelf ? (
        <SectionCard lead="Este cadastro é o seu. O seu perfil e o seu acesso só outro administrador pode mudar." />
      ) : person.hasAccount ? (
        <Controls person={person} />
      ) : (
        <SectionCard lead="Esta pessoa foi cadastrada pela equipe e ainda não tem conta. Com um convite ela cria a conta com o e-mail do cadastro, e as reservas aparecem para ela. Sem e-mail, o link abre só a última reserva.">
          <InvitationControls person={person} invitedUntil={person.invitedUntil} />
        </SectionCard>
      )}
    </Section>
  );
}

function Controls({ person }: { person: PersonDetails }) {
  const [chosen, choose] = useState(person.role);
  const isEmbedded = installation().identity.provider === 'embedded';
  const { mutate: change, isPending } = useMutation({ mutationFn: (work: () => Promise<void>) => work() });

  return (
    <>
      <SectionCard>
        <Stack gap="md" align="flex-start">
          <NativeSelect
            w="100%"
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
        </Stack>
      </SectionCard>
      {person.role === 'OPERATOR' && <PersonPermissions key={person.version} person={person} />}
      <SectionCard
        title="Acesso"
        lead={
          person.isDisabled
            ? 'O acesso está bloqueado: a pessoa não consegue entrar. As reservas dela continuam valendo.'
            : 'A pessoa entra com o e-mail e a senha que escolheu.'
        }
      >
        <Box mt="lg">
          <Group gap="sm">
            {person.isDisabled ? (
              <Button size="md" disabled={isPending} onClick={() => change(() => enable(person))}>
                Liberar acesso
              </Button>
            ) : (
              <Button size="md" variant="default" disabled={isPending} onClick={() => change(() => disable(person))}>
                Bloquear acesso
              </Button>
            )}
            {isEmbedded && person.role !== 'CLIENT' && (
              <Button
                size="md"
                variant="default"
                disabled={isPending}
                onClick={() => change(() => removeTwoFactor(person))}
              >
                Remover verificação em duas etapas
              </Button>
            )}
          </Group>
        </Box>
      </SectionCard>
    </>
  );
}

/** Changes a person's role, after a question. */
async function changeRole(person: PersonDetails, role: Role): Promise<void> {
  const sure = await askToConfirm({
    titulo: `Mudar o perfil para ${roleLabels[role]}?`,
    mensagem:
      `Com este perfil, ${person.name} ${roleMeanings[role]}. ` +
      'A mudança vale na hora: a pessoa sai dos aparelhos em que está e entra de novo com o novo perfil.',
    tipo: role === 'ADMIN' ? 'danger' : 'info',
  });
  if (sure) await save(person, { role }, `Perfil mudado para ${roleLabels[role]}.`);
}

/** Disables a person, after a question. */
async function disable(person: PersonDetails): Promise<void> {
  const sure = await askToConfirm({
    titulo: 'Bloquear o acesso?',
    mensagem:
      `${person.name} sai na hora dos aparelhos em que está e não entra mais. ` +
      'As reservas continuam valendo, e você pode liberar o acesso quando quiser.',
    tipo: 'danger',
  });
  if (sure) await save(person, { isDisabled: true }, 'Acesso bloqueado.');
}

/** Removes the second step of somebody who lost the phone and the codes, after a question. */
async function removeTwoFactor({ id, name }: PersonDetails): Promise<void> {
  const sure = await askToConfirm({
    titulo: 'Remover a verificação em duas etapas?',
    mensagem: `Use quando ${name} perdeu o celular e os códigos de recuperação. As chaves de acesso também saem. A pessoa sai dos aparelhos e volta a entrar só com a senha, até ativar de novo.`,
    tipo: 'danger',
  });
  if (!sure) return;
  await api.call(userRoutes.removeTwoFactor, { params: { userId: id } });
  showAlert('success', 'Verificação em duas etapas removida.');
}

/** Enables a person, after a question. */
async function enable(person: PersonDetails): Promise<void> {
  const sure = await askToConfirm({
    titulo: 'Liberar o acesso?',
    mensagem: `${person.name} volta a entrar com o mesmo e-mail e a mesma senha.`,
  });
  if (sure) await save(person, { isDisabled: false }, 'Acesso liberado.');
}

async function save(
  { id, version }: PersonDetails,
  change: Pick<PersonChange, 'role' | 'isDisabled'>,
  done: string,
): Promise<void> {
  try {
    await withRetry(() => api.call(userRoutes.change, { body: { id, version, ...change } }));
    showAlert('success', done);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CHANGED_MEANWHILE') await loadNewest(id).catch(() => {});
  }
}

/** Loads a person anew and shows them on the page. The reading is audited. */
export function loadNewest(userId: string): Promise<PersonDetails> {
  return queryClient.fetchQuery({ ...load(userRoutes.read, { params: { userId } }), staleTime: 0 });
}
