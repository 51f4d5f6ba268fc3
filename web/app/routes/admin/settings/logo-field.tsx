import { Button, FileButton, Group, Input, Progress, Stack, Text } from '@mantine/core';
import type { OperatorSettings } from '@passeio/contract/operator/operator';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useOperatorForm, useOperatorState } from '~/features/settings/form-context';
import { removeLogo, sendLogo } from '~/features/settings/operator-calls';
import { ApiError } from '~/lib/api';
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
        <FileButton accept={logoTypes.join(',')} onChange={(file) => file && void choose(file)} disabled={isBusy}>
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
  const [error, setError] = useState<string>();
  const [part, setPart] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<OperatorSettings>, done: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      setLogo(await work());
      showAlert('success', done);
      void revalidate();
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setError(reason.message);
    } finally {
      setPart(null);
      setBusy(false);
    }
  }

  async function choose(file: File): Promise<void> {
    const refusal = logoRefusal(file);
    if (refusal) return setError(refusal);
    setPart(0);
    await change(() => sendLogo(file, setPart), 'Logo atualizado.');
  }

  async function remove(): Promise<void> {
    const mensagem = 'O nome volta a aparecer no lugar do logo em todas as páginas.';
    if (!(await askToConfirm({ titulo: 'Remover o logo?', mensagem, tipo: 'danger' }))) return;
    await change(removeLogo, 'Logo removido.');
  }

  return { error, part, isBusy, choose, remove };
}
