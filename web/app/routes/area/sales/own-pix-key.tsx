import { Button, Text, TextInput } from '@mantine/core';
import { ownPixKeyChange } from '@passeio/contract/sellers/own-sales';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { TitledCard } from '~/ui/layout/titled-card';

/** The Pix key to which commission is paid, and its change. */
export function OwnPixKey() {
  const { data } = useQuery(load(ownSalesRoutes.readOwn));
  const [isEdited, setEdited] = useState(false);
  if (!data) return null;
  const { pixKey } = data;
  return (
    <TitledCard title="Chave Pix">
      <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {pixKey ? (
          <>
            A comissão vai para <strong>{pixKey}</strong>.
          </>
        ) : (
          'Informe a sua chave para receber a comissão.'
        )}
      </Text>
      <Button size="md" variant="default" onClick={() => setEdited(true)}>
        {pixKey ? 'Trocar chave' : 'Informar chave'}
      </Button>
      {isEdited && <PixKeyDialog current={pixKey} onClose={() => setEdited(false)} />}
    </TitledCard>
  );
}

function PixKeyDialog({ current, onClose }: { current: string; onClose: () => void }) {
  const { email } = useUser(({ user }) => user);
  return (
    <FormDialog
      title={current ? 'Trocar a chave Pix' : 'Informar a chave Pix'}
      lead="A próxima comissão vai para ela. Avisamos a troca por e-mail, e a equipe vê quando foi."
      submit="Salvar chave"
      initial={{ pixKey: current, password: '' }}
      schema={ownPixKeyChange}
      save={(body) => api.call(ownSalesRoutes.changeOwnPixKey, { body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Chave Pix atualizada.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            size="md"
            label="Chave Pix"
            description="CPF, CNPJ, e-mail, celular com DDD ou chave aleatória"
            autoComplete="off"
            maxLength={77}
            data-autofocus
            {...form.getInputProps('pixKey')}
          />
          <HiddenUsername email={email} />
          <PasswordField {...form.getInputProps('password')} label="Senha da conta" autoComplete="current-password" />
        </>
      )}
    </FormDialog>
  );
}
