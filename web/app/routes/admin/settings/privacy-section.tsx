import { Anchor, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  type ErasedSummary,
  IDLE_YEARS,
  type PrivacyState,
  privacyRoutes,
  privacySettings,
} from '@passeio/contract/privacy/privacy';
import { plural } from '@passeio/contract/words';
import { useEffect } from 'react';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Fact, Facts } from '~/ui/layout/facts';
import { Section } from '~/ui/layout/section';

const NEVER = '';
const years = Array.from({ length: IDLE_YEARS.max - IDLE_YEARS.min + 1 }, (_, index) => String(IDLE_YEARS.min + index));
const yearOptions = [
  { value: NEVER, label: 'Não apagar' },
  ...years.map((value) => ({ value, label: `Depois de ${value} anos sem viajar` })),
];

const shownOf = ({ controller, contact, eraseIdleYears }: PrivacyState) => ({
  ...{ controller, contact, eraseIdleYears: eraseIdleYears === null ? NEVER : String(eraseIdleYears) },
});
const bodyOf = (typed: ReturnType<typeof shownOf>) => ({
  ...typed,
  eraseIdleYears: typed.eraseIdleYears === NEVER ? null : Number(typed.eraseIdleYears),
});

interface PrivacySectionProps {
  privacy: PrivacyState;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** Who answers for personal data, how long people are kept, and what time has erased. A form of its own. */
export function PrivacySection({ privacy, onDirty }: PrivacySectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: shownOf(privacy),
    schema: privacySettings,
    toBody: bodyOf,
    save: (body) => api.call(privacyRoutes.changeSettings, { body, toast: false }),
    onSaved: (saved) => {
      reset(shownOf(saved));
      showAlert('success', 'Configurações de privacidade salvas.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <Section
      fields
      id="privacidade"
      title="Privacidade"
      lead={
        <>
          Aparece no{' '}
          <Anchor href="/portal/privacidade" target="_blank" inherit>
            aviso de privacidade
          </Anchor>
          , feito do que o sistema guarda.
        </>
      }
    >
      <form {...props}>
        <Stack gap={20}>
          <TextInput
            name="contact"
            {...form.getInputProps('contact')}
            label="Canal de contato"
            description="E-mail ou telefone para quem pergunta ou pede algo sobre os seus dados"
            size="md"
            maxLength={160}
            required
            withAsterisk={false}
          />
          <TextInput
            name="controller"
            {...form.getInputProps('controller')}
            label="Responsável pelos dados"
            description="Vazio, é a razão social"
            size="md"
            maxLength={120}
          />
          <NativeSelect
            name="eraseIdleYears"
            {...form.getInputProps('eraseIdleYears')}
            label="Apagar dados de quem não viaja mais"
            description="Some a pessoa inteira, sem volta, até 200 por noite. Fica quem tem algo em aberto e o que a lei fiscal exige."
            data={yearOptions}
            size="md"
          />
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar privacidade" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
      <Erased erased={privacy.erased} />
    </Section>
  );
}

/** What jobs of the night have erased. */
function Erased({ erased: { lastAt, counts, kept } }: { erased: ErasedSummary }) {
  const { formatDateAndTime } = useFormats();
  return (
    <Stack component="section" gap="sm" mt="xl" aria-labelledby="apagados">
      <div>
        <Text component="h3" id="apagados" fw={600}>
          Apagado pelo prazo nos últimos 30 dias
        </Text>
        <Text variant="hint">
          {lastAt ? `Última limpeza: ${formatDateAndTime(lastAt)}` : 'A limpeza roda toda noite e ainda não rodou.'}
        </Text>
      </div>
      {lastAt && counts.length === 0 && <Text>Nenhum dado venceu.</Text>}
      {counts.length > 0 && (
        <Facts labels={13}>
          {counts.map(({ label, count }) => (
            <Fact key={label} label={label}>
              {count.toLocaleString('pt-BR')}
            </Fact>
          ))}
        </Facts>
      )}
      {kept > 0 && (
        <Text variant="hint">
          {plural(kept, 'pessoa')} que não {kept === 1 ? 'viaja' : 'viajam'} mais {kept === 1 ? 'ficou' : 'ficaram'}: há
          algo em aberto, como crédito ou devolução.
        </Text>
      )}
    </Stack>
  );
}
