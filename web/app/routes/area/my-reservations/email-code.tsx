import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { email } from '@passeio/contract/fields';
import { emailCode } from '@passeio/contract/reservations/reservation-link-routes';
import { z } from '@passeio/contract/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Card } from '~/ui/layout/card';

const code = z.strictObject({ code: emailCode });
const address = z.strictObject({ email });

interface EmailCodeProps {
  /** Masked. */
  sentTo: string;
  /** What depends on it. */
  lead: string;
  sendCode: (email?: string) => Promise<unknown>;
  confirm: (code: string) => Promise<{ link?: string | undefined }>;
  /** What the link opens has changed; it opens by another `link` where it became somebody else's. */
  onChanged: (link?: string) => void;
}

/** Confirms the e-mail of somebody without an account, by the code that was sent there. */
export function EmailCode({ sentTo, lead, sendCode, confirm, onChanged }: EmailCodeProps) {
  const [changes, setChanges] = useState(false);
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { code: '' },
    schema: code,
    save: ({ code }) => confirm(code),
    onSaved: ({ link }) => {
      showAlert('success', 'E-mail confirmado.');
      onChanged(link);
    },
  });
  const { mutate: sendAgain, isPending: isSending } = useMutation({
    mutationFn: () => sendCode(),
    onSuccess: () => {
      form.setValues({ code: '' });
      showAlert('success', 'Mandamos outro código. Só o último vale.');
    },
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  return (
    <Card component="section" roomy aria-labelledby="email-code">
      <Title order={2} size="h4" id="email-code">
        Confirme o seu e-mail
      </Title>
      <Text mt="xs">
        Mandamos um código de 6 números para {sentTo}. {lead}
      </Text>
      <form {...props}>
        <Group mt="sm" align="flex-end" gap="sm">
          <TextInput
            label="Código"
            size="md"
            w="10rem"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            {...form.getInputProps('code')}
          />
          <Button type="submit" size="md" loading={isPending}>
            Confirmar e-mail
          </Button>
        </Group>
        {failure && <FormNotice>{failure}</FormNotice>}
      </form>
      <Group mt="xs" gap={4} ml="-0.75rem">
        <Button variant="subtle" px="sm" loading={isSending} onClick={() => sendAgain()}>
          Mandar outro código
        </Button>
        <Button variant="subtle" px="sm" onClick={() => setChanges(true)}>
          Usar outro e-mail
        </Button>
      </Group>
      {changes && (
        <EmailDialog
          title="Outro e-mail"
          lead="O código que chegou antes deixa de valer."
          sendCode={sendCode}
          onSaved={() => {
            setChanges(false);
            onChanged();
          }}
          onClose={() => setChanges(false)}
        />
      )}
    </Card>
  );
}

interface EmailDialogProps {
  title: string;
  lead: string;
  sendCode: (email: string) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for an e-mail, to which a code is sent. */
export function EmailDialog({ sendCode, ...dialog }: EmailDialogProps) {
  return (
    <FormDialog
      {...dialog}
      submit="Mandar o código"
      initial={{ email: '' }}
      schema={address}
      save={({ email }) => sendCode(email)}
    >
      {(form) => (
        <TextInput
          label="E-mail"
          data-autofocus
          size="md"
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
      )}
    </FormDialog>
  );
}
