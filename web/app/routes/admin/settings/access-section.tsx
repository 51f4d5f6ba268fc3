import { Button, Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { AccessSettings } from '@passeio/contract/settings';
import { type FormEvent, useEffect, useState } from 'react';
import { checkAccessField, readAccessForm, saveAccessSettings } from '~/features/settings/access-settings';
import { useFieldErrors } from '~/features/users/use-field-errors';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/alert';
import { FormSection } from '~/ui/editing/form-section';
import styles from './access-section.module.css';

interface AccessSectionProps {
  access: AccessSettings;
  /** Whether something in it is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Who may reserve, and when a screen that nobody uses locks. Saved by itself. */
export function AccessSection({ access, onDirty }: AccessSectionProps) {
  const { form, errors, watch, busy, dirty, version, shown, submit, undo } = useAccessForm(access);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const minutes = (name: 'clientIdleMinutes' | 'staffIdleMinutes'): TextInputProps => ({
    name,
    defaultValue: shown[name],
    error: errors[name],
    size: 'md',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 5,
    required: true,
    withAsterisk: false,
    rightSection: <span className={styles.unit}>min</span>,
    rightSectionWidth: 56,
  });
  return (
    <FormSection
      id="acesso"
      title="Acesso e segurança"
      lead="Quem pode reservar e quando a tela se bloqueia. Vale a partir da próxima página que cada pessoa abrir."
    >
      <form className={styles.form} key={version} ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        <Switch
          name="requireConfirmedEmail"
          defaultChecked={shown.requireConfirmedEmail}
          label="Exigir e-mail confirmado para reservar"
          description="Quem se cadastra recebe um link e só reserva depois de abrir esse link"
          size="md"
          className={styles.switch}
        />
        <fieldset className={styles.minutes}>
          <legend>Bloquear a tela sem uso</legend>
          <p className={styles.hint}>
            Depois deste tempo, a pessoa digita a senha para continuar. Use 0 para nunca bloquear.
          </p>
          <div className={styles.fields}>
            <TextInput label="Clientes" {...minutes('clientIdleMinutes')} />
            <TextInput label="Equipe" {...minutes('staffIdleMinutes')} />
          </div>
        </fieldset>
        <div className={styles.actions}>
          <Button type="submit" size="md" loading={busy}>
            Salvar acesso
          </Button>
          {dirty && (
            <Button type="button" size="md" variant="default" disabled={busy} onClick={undo}>
              Desfazer
            </Button>
          )}
        </div>
      </form>
    </FormSection>
  );
}

function useAccessForm(loaded: AccessSettings) {
  const [shown, setShown] = useState(loaded);
  const [version, setVersion] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const { form, errors, refuse, clear, watch } = useFieldErrors(checkAccessField);

  /** The form keeps what is typed by itself: drawing it anew is what brings other values into it. */
  function redraw(): void {
    clear();
    setDirty(false);
    setVersion((before) => before + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const read = readAccessForm(new FormData(event.currentTarget));
    refuse('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    setBusy(true);
    try {
      setShown(await saveAccessSettings(read.settings));
      redraw();
      showAlert('success', 'Configurações de acesso salvas.');
    } catch (error) {
      if (error instanceof ApiError) refuse(error.fields);
    } finally {
      setBusy(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    setDirty(true);
    watch.onInput(event);
  }

  return { form, errors, watch: { ...watch, onInput }, busy, dirty, version, shown, submit, undo: redraw };
}
