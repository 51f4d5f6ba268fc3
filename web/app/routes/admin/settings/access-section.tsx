import { Switch, Text, TextInput, type TextInputProps } from '@mantine/core';
import type { AccessSettings } from '@passeio/contract/operator/settings';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { useEffect, useState } from 'react';
import { answered, api } from '~/features/session/api';
import { checkAccessField, readAccessForm } from '~/features/settings/access-settings';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormSection } from '~/ui/editing/form-section';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import { showAlert } from '~/ui/feedback/alert';
import styles from './access-section.module.css';

interface AccessSectionProps {
  access: AccessSettings;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** Access settings: confirmed e-mail and idle limits. A form of its own. */
export function AccessSection({ access, onDirty }: AccessSectionProps) {
  const { props, errors, busy, dirty, version, shown, redraw } = useAccessForm(access);
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
    rightSection: 'min',
    rightSectionWidth: 56,
  });
  return (
    <FormSection
      id="acesso"
      title="Acesso e segurança"
      lead="Quem pode reservar e quando a tela se bloqueia. Vale a partir da próxima página que cada pessoa abrir."
    >
      <form className={styles.form} key={version} {...props}>
        <Switch
          name="requireConfirmedEmail"
          defaultChecked={shown.requireConfirmedEmail}
          label="Exigir e-mail confirmado para reservar"
          description="Quem se cadastra recebe um link e só reserva depois de abrir esse link"
          size="md"
          mih={44}
        />
        <fieldset>
          <legend>Bloquear a tela sem uso</legend>
          <Text mt={2} mb="md" variant="hint">
            Depois deste tempo, a pessoa digita a senha para continuar. Use 0 para nunca bloquear.
          </Text>
          <div className={fields.grid}>
            <TextInput label="Clientes" {...minutes('clientIdleMinutes')} />
            <TextInput label="Equipe" {...minutes('staffIdleMinutes')} />
          </div>
        </fieldset>
        <FormActions save="Salvar acesso" dirty={dirty} busy={busy} onUndo={() => redraw()} />
      </form>
    </FormSection>
  );
}

function useAccessForm(loaded: AccessSettings) {
  const [shown, setShown] = useState(loaded);
  const form = useDirtyForm({
    check: checkAccessField,
    read: readAccessForm,
    save: async ({ settings }) => {
      const { access } = await answered(api.call(settingsRoutes.changeAccess, { body: settings }));
      setShown(access);
      form.redraw();
      showAlert('success', 'Configurações de acesso salvas.');
    },
  });
  return { ...form, shown };
}
