import { Button, FileButton, Group, Input, Progress, Stack, Text } from '@mantine/core';
import type { OperatorSettings } from '@passeio/contract/operator/operator';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useOperatorForm, useOperatorState } from '~/features/settings/form-context';
import { removeLogo, sendLogo } from '~/features/settings/operator-calls';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';

const MAX_BYTES = 2 * 1024 * 1024;

const logoTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file cannot be the logo; undefined if it may try. The server has the last word. */
function logoRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.includes(type)) return 'Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.';
  if (size > MAX_BYTES) return 'O logo é grande demais. Envie um arquivo de até 2 MB.';
  return size === 0 ? 'O arquivo está vazio.' : undefined;
}

/** Logo field; saves at once. */
export function LogoField() {
  const logo = useOperatorState(({ stored }) => stored.logo);
  const { error, part, isBusy, choose, remove } = useLogo();
  const id = useId();
  return (
    <Stack component="fieldset" gap={8} aria-describedby={`${id}-hint`}>
      <legend>Logo</legend>
      <Text id={`${id}-hint`} c="dimmed" fz="sm" lh={1.4}>
        Fica no lugar do nome. PNG, JPEG ou WebP de até 2 MB, de preferência com fundo transparente e pouca margem. É
        salvo na hora.
      </Text>
      <Group gap="sm">
        <FileButton accept={logoTypes.join(',')} onChange={(file) => file && choose(file)} disabled={isBusy}>
          {(props) => (
            <Button {...props} variant="default" size="md" leftSection={<IconUpload size={20} aria-hidden />}>
              {logo ? 'Trocar logo' : 'Escolher logo'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            size="md"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => !isBusy && void remove()}
          >
            Remover logo
          </Button>
        )}
      </Group>
      {part !== null && <Progress value={part * 100} aria-label="Envio do logo" animated />}
      <div role="alert">{error && <Input.Error size="md">{error}</Input.Error>}</div>
    </Stack>
  );
}

function useLogo() {
  const { setLogo } = useOperatorForm();
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<string>();
  const [part, setPart] = useState<number | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<OperatorSettings>; done: string }) => work(),
    onSuccess(settings, { done }) {
      setLogo(settings);
      showAlert('success', done);
      void revalidate();
    },
    onSettled: () => setPart(null),
  });

  function change(work: () => Promise<OperatorSettings>, done: string): void {
    setRefusal(undefined);
    mutate({ work, done });
  }

  function choose(file: File): void {
    const refused = logoRefusal(file);
    if (refused) {
      setRefusal(refused);
      return;
    }
    setPart(0);
    change(() => sendLogo(file, setPart), 'Logo atualizado.');
  }

  async function remove(): Promise<void> {
    const mensagem = 'O nome volta a aparecer no lugar do logo em todas as páginas.';
    if (!(await askToConfirm({ titulo: 'Remover o logo?', mensagem, tipo: 'danger' }))) return;
    change(removeLogo, 'Logo removido.');
  }

  return { error: refusal ?? error?.message, part, isBusy: isPending, choose, remove };
}
