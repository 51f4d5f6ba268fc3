import { Stack, Switch, Text, TextInput, type TextInputProps } from '@mantine/core';
import { contractRoutes } from '@passeio/contract/contracts/travel-contract';
import { wordingRoutes } from '@passeio/contract/messages/message-routes';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { type AccessSettings, accessSettings } from '@passeio/contract/operator/settings';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { privacyRoutes } from '@passeio/contract/privacy/privacy';
import { z } from '@passeio/contract/zod';
import { memo, useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import { load, queryClient } from '~/features/session/queries';
import { ACCESS, CONTRACT, MESSAGES, PRIVACY, RESERVATIONS } from '~/features/settings/section-list';
import { pageMeta } from '~/lib/page-meta';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/settings';
import { ContractSection } from './contract-section';
import { MessagesSection } from './messages-section';
import { OperatorEditor } from './operator-editor';
import { PrivacySection } from './privacy-section';
import { ReservationsSection } from './reservations-section';
import { createWordingForms } from './wording-forms';

const minutes = z
  .string()
  .trim()
  .transform((typed) => (/^-?\d+$/.test(typed) ? Number(typed) : Number.NaN))
  .pipe(accessSettings.shape.clientIdleMinutes);
const schema = accessSettings.extend({ clientIdleMinutes: minutes, staffIdleMinutes: minutes });

interface AccessSectionProps {
  access: AccessSettings;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** Access settings: confirmed e-mail and idle limits. A form of its own. */
export function AccessSection({ access, onDirty }: AccessSectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: shownOf(access),
    schema,
    save: (body) => api.call(settingsRoutes.changeAccess, { body, toast: false }),
    onSaved: ({ access }) => {
      reset(shownOf(access));
      showAlert('success', 'Configurações de acesso salvas.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const minutesProps = (name: 'clientIdleMinutes' | 'staffIdleMinutes'): TextInputProps => ({
    name,
    ...form.getInputProps(name),
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
    <Section
      fields
      id="acesso"
      title="Acesso e segurança"
      lead="Quem pode reservar e quando a tela se bloqueia. Vale a partir da próxima página que cada pessoa abrir."
    >
      <form {...props}>
        <Stack gap={20}>
          <Switch
            name="requireConfirmedEmail"
            {...form.getInputProps('requireConfirmedEmail', { type: 'checkbox' })}
            label="Exigir e-mail confirmado para reservar"
            description="Quem se cadastra recebe um link e só reserva depois de abrir esse link"
            size="md"
            mih={44}
          />
          <Switch
            name="requireTwoFactor"
            {...form.getInputProps('requireTwoFactor', { type: 'checkbox' })}
            label="Exigir verificação em duas etapas da equipe"
            description="Quem trabalha aqui ativa uma chave de acesso ou um aplicativo autenticador antes de continuar, você também"
            size="md"
            mih={44}
          />
          <fieldset>
            <legend>Bloquear a tela sem uso</legend>
            <Text mt={2} mb="md" variant="hint">
              Depois deste tempo, a pessoa digita a senha para continuar. Use 0 para nunca bloquear.
            </Text>
            <div className={fields.grid}>
              <TextInput label="Clientes" {...minutesProps('clientIdleMinutes')} />
              <TextInput label="Equipe" {...minutesProps('staffIdleMinutes')} />
            </div>
          </fieldset>
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar acesso" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </Section>
  );
}

const shownOf = ({ clientIdleMinutes, staffIdleMinutes, ...access }: AccessSettings) => ({
  ...access,
  clientIdleMinutes: String(clientIdleMinutes),
  staffIdleMinutes: String(staffIdleMinutes),
});

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

export async function clientLoader() {
  const [operator, { access }, reservations, wordings, privacy, contract] = await Promise.all([
    queryClient.fetchQuery(load(settingsRoutes.readOperator)),
    queryClient.fetchQuery(load(publicSettingsRoutes.read)),
    queryClient.fetchQuery(load(settingsRoutes.readReservations)),
    queryClient.fetchQuery(load(wordingRoutes.listWordings)),
    queryClient.fetchQuery(load(privacyRoutes.readState)),
    queryClient.fetchQuery(load(contractRoutes.read)),
  ]);
  return { operator, access, reservations, wordings, privacy, contract };
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

// Hidden ones are mounted too: opening another section does not render them again.
const Reservations = memo(ReservationsSection);
const Access = memo(AccessSection);
const Privacy = memo(PrivacySection);
const Contract = memo(ContractSection);

/** The settings; one form for most sections, so that switching sections loses nothing. */
export default function Settings({
  loaderData: { operator, access, reservations, wordings, privacy, contract },
}: Route.ComponentProps) {
  const [messages] = useState(() => createWordingForms(wordings));
  const [messagesDirty, setMessagesDirty] = useState(false);
  const [privacyDirty, setPrivacyDirty] = useState(false);
  const [contractDirty, setContractDirty] = useState(false);
  const [accessDirty, setAccessDirty] = useState(false);
  const [reservationsDirty, setReservationsDirty] = useState(false);
  return (
    <OperatorEditor
      settings={operator}
      ownForms={[
        {
          section: RESERVATIONS,
          dirty: reservationsDirty,
          form: <Reservations settings={reservations} onDirty={setReservationsDirty} />,
        },
        {
          section: MESSAGES,
          dirty: messagesDirty,
          form: <MessagesSection forms={messages} onDirty={setMessagesDirty} />,
        },
        {
          section: CONTRACT,
          dirty: contractDirty,
          form: <Contract contract={contract} onDirty={setContractDirty} />,
        },
        {
          section: ACCESS,
          dirty: accessDirty,
          form: <Access access={access} onDirty={setAccessDirty} />,
        },
        {
          section: PRIVACY,
          dirty: privacyDirty,
          form: <Privacy privacy={privacy} onDirty={setPrivacyDirty} />,
        },
      ]}
    />
  );
}
