import { Button, FileButton, Group, Input, Progress, Stack, Text, TextInput } from '@mantine/core';
import { accentProperties } from '@passeio/contract/operator/accent';
import { type OperatorSettings, operatorTable } from '@passeio/contract/operator/operator';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { BrandMark, Emblem } from '~/features/settings/brand-mark';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { Grid } from '~/ui/layout/grid';
import { Section } from '~/ui/layout/section';
import styles from './brand-section.module.css';
import { SettingField } from './fields';
import { removeLogo, sendLogo, useOperatorField, useOperatorForm, useOperatorState } from './operator-form';

const MAX_BYTES = 2 * 1024 * 1024;

const logoTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file cannot be the logo; undefined if it may try. The server has the last word. */
function logoRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.includes(type)) return 'Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.';
  if (size > MAX_BYTES) return 'O logo é grande demais. Envie um arquivo de até 2 MB.';
  return size === 0 ? 'O arquivo está vazio.' : undefined;
}

/** Logo field; saves at once. */
function LogoField() {
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

/** Name, logo and accent colour. */
export function BrandSection() {
  return (
    <Section fields id="marca" title="Marca" lead="O nome, o logo e a cor que os visitantes veem em todas as páginas.">
      <SettingField name="name" />
      <LogoField />
      <ColorField />
      <Preview />
    </Section>
  );
}

/** Colour input: picker or hex code. */
function ColorField() {
  const { label, hint } = operatorTable.accentColor;
  const { value, error, change, leave } = useOperatorField('accentColor');
  const isColor = /^#[0-9a-f]{6}$/i.test(value.trim());
  return (
    <TextInput
      name="accentColor"
      label={label}
      description={hint}
      size="md"
      autoComplete="off"
      spellCheck={false}
      maxLength={9}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      leftSectionWidth={56}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          aria-label="Escolher a cor"
          className={styles.picker}
          value={isColor ? value.trim().toLowerCase() : '#0b7285'}
          onChange={(event) => change(event.currentTarget.value)}
        />
      }
    />
  );
}

/** Preview of the unsaved values. */
function Preview() {
  const name = useOperatorState(({ fields }) => fields.name);
  const accentColor = useOperatorState(({ fields }) => fields.accentColor);
  const logo = useOperatorState(({ stored }) => stored.logo);
  return (
    <Grid component="section" columns={2} from={48} aria-label="Prévia do site">
      <BrandPreview brand={{ name, logo, accentColor }} time="day" />
      <BrandPreview brand={{ name, logo, accentColor }} time="night" />
    </Grid>
  );
}

interface BrandPreviewProps {
  brand: Pick<PublicSettings, 'name' | 'logo' | 'accentColor'>;
  time: 'day' | 'night';
}

/** Non-interactive preview of the header and the accent colour in one colour scheme. */
function BrandPreview({ brand, time }: BrandPreviewProps) {
  return (
    <figure>
      <div className={styles.page} data-time={time} style={accentProperties(brand.accentColor) as CSSProperties} inert>
        <div className={styles.head}>
          {!brand.logo && <Emblem />}
          <span className={styles.brand}>
            <BrandMark brand={{ ...brand, name: brand.name || 'Nome' }} />
          </span>
        </div>
        <Group gap="0.75rem 1.25rem" p="md">
          <span className={styles.button}>Quero participar!</span>
          <Text span c="var(--accent-text)" fw={600} td="underline">
            Ver todos os passeios
          </Text>
        </Group>
      </div>
      <Text component="figcaption" mt={6} c="dimmed" fz="sm">
        {time === 'day' ? 'Modo claro' : 'Modo escuro'}
      </Text>
    </figure>
  );
}
