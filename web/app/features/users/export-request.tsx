import { Button, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '~/features/session/identity/error';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { SectionCard } from '~/ui/layout/section';

interface ExportRequestProps {
  lead: string;
  /** To whom the link goes. */
  to: string;
  request: (body: { withHealth: boolean }) => Promise<unknown>;
}

/** Asks for a copy of a person's data, whose link comes by e-mail. */
export function ExportRequest({ lead, to, request }: ExportRequestProps) {
  const [withHealth, setWithHealth] = useState(false);
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => request({ withHealth }),
    onSuccess: () => showAlert('success', `O link chega em instantes em ${to}.`),
  });
  return (
    <SectionCard title="Cópia dos dados" lead={lead}>
      <Stack gap="sm" mt="md" align="flex-start">
        {error && <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>}
        <Switch
          label="Com observações de saúde e respostas às perguntas"
          checked={withHealth}
          onChange={(event) => setWithHealth(event.currentTarget.checked)}
          size="md"
          mih={44}
        />
        <Button size="md" variant="default" loading={isPending} disabled={isSuccess} onClick={() => mutate()}>
          Pedir cópia
        </Button>
      </Stack>
    </SectionCard>
  );
}
