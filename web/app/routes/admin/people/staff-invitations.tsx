import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { newOperatorPermissions } from '@passeio/contract/permissions';
import { roleLabels } from '@passeio/contract/roles';
import {
  type NewStaffInvitation,
  type StaffInvitation,
  type StaffRole,
  staffInvitationDraft,
  staffInvitationRoutes,
  staffRoles,
} from '@passeio/contract/users/staff-invitations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { Loaded } from '~/ui/dialogs/loaded-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { useCopy } from '~/ui/inputs/use-copy';
import { Row, Rows } from '~/ui/layout/rows';
import { PermissionFields, type PermissionValues, permissionsToSend } from './person-permissions';

/** Invitations of colleagues: those that wait, and a new one. */
export function StaffInvitations({ onClose }: { onClose: () => void }) {
  const query = useQuery(load(staffInvitationRoutes.list));
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewStaffInvitation>();
  if (isInviting) {
    return (
      <NewInvitation
        onClose={() => setInviting(false)}
        onCreated={(invitation) => {
          setInviting(false);
          if (invitation.link) setMade(invitation);
          else showAlert('success', `Convite enviado para ${invitation.email}.`);
        }}
      />
    );
  }
  return (
    <ModalDialog
      title="Convites para a equipe"
      lead="Quem aceita cria a própria conta, sem CPF. Cada convite vale 7 dias e uma vez."
      onClose={onClose}
      actions={
        <Button size="md" onClick={() => setInviting(true)}>
          Convidar alguém
        </Button>
      }
    >
      {made?.link && <MadeLink name={made.name} link={made.link} />}
      <Loaded query={query} failure="Não foi possível carregar os convites.">
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">Nenhum convite aberto.</Text>
          ) : (
            <Rows plain>
              {data.map((invitation) => (
                <OpenInvitation key={invitation.id} invitation={invitation} onRevoked={() => setMade(undefined)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </ModalDialog>
  );
}

/** The link, which is shown once. */
function MadeLink({ name, link }: { name: string; link: string }) {
  const { copied, refused, copy } = useCopy(link);
  return (
    <Stack gap="xs" mb="md" role="status">
      <Text fw={600}>Link de {name}: copie agora, ele não aparece de novo.</Text>
      <Text ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </Text>
      {refused && <Text variant="hint">O navegador não deixou copiar: selecione o link à mão.</Text>}
      <Button size="md" variant="default" w="fit-content" onClick={() => void copy()}>
        {copied ? 'Link copiado!' : 'Copiar link'}
      </Button>
    </Stack>
  );
}

function OpenInvitation({ invitation, onRevoked }: { invitation: StaffInvitation; onRevoked: () => void }) {
  const { id, name, email, role, forDay, expiresAt } = invitation;
  const { formatMoment } = useFormats();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(staffInvitationRoutes.revoke, { params: { invitationId: id } }),
    onSuccess: () => {
      onRevoked();
      showAlert('success', 'Convite cancelado: o link não vale mais.');
    },
  });

  async function revoke(): Promise<void> {
    const mensagem = `O link de ${name} para de funcionar.`;
    if (await askToConfirm({ titulo: 'Cancelar o convite?', mensagem, tipo: 'danger' })) mutate();
  }

  return (
    <Row>
      <div>
        <strong>{name}</strong> · {roleLabels[role]}
        {forDay && ', só por um dia'}
        <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
          {email ?? 'Por link'} · vale até {formatMoment(expiresAt)}
        </Text>
      </div>
      <Button
        size="md"
        variant="default"
        loading={isPending}
        aria-label={`Cancelar o convite de ${name}`}
        onClick={() => void revoke()}
      >
        Cancelar
      </Button>
    </Row>
  );
}

interface Draft extends PermissionValues {
  name: string;
  email: string;
  role: StaffRole;
  forDay: boolean;
}

const start: Draft = {
  ...{ name: '', email: '', role: 'OPERATOR', forDay: false },
  ...{ permissions: [...newOperatorPermissions], refundLimitCents: '', refundsAnything: false },
};

function toBody({ name, email, role, forDay, ...given }: Draft) {
  const access = role === 'OPERATOR' ? permissionsToSend(given) : { permissions: null };
  return { name, email: email.trim() === '' ? null : email, role, forDay, ...access };
}

function NewInvitation({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (invitation: NewStaffInvitation) => void;
}) {
  return (
    <FormDialog
      title="Convidar para a equipe"
      submit={({ email }) => (email.trim() === '' ? 'Criar link' : 'Enviar convite')}
      initial={start}
      schema={staffInvitationDraft}
      toBody={toBody}
      save={(body) => api.call(staffInvitationRoutes.create, { body, toast: false })}
      onSaved={onCreated}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <TextInput
            label="Nome completo"
            data-autofocus
            size="md"
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            label="E-mail"
            description="O convite vai para este e-mail. Sem e-mail, você recebe um link para copiar"
            type="email"
            size="md"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <NativeSelect
            label="Perfil"
            size="md"
            data={staffRoles.map((value) => ({ value, label: roleLabels[value] }))}
            {...form.getInputProps('role')}
          />
          <Checkbox
            label="Só por um dia"
            description="Para quem ajuda de fora, como o suporte. O acesso acaba sozinho 24 horas depois de aceito"
            size="md"
            {...form.getInputProps('forDay', { type: 'checkbox' })}
          />
          {form.values.role === 'OPERATOR' && (
            <Group component="fieldset" gap="md">
              <legend>Permissões</legend>
              <PermissionFields form={form} />
            </Group>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}
