import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { CONNECTIONS_PAGE } from '@passeio/contract/connections/connections';
import {
  type FiscalState,
  fiscalRoutes,
  fiscalSettings,
  issueRules,
  personalUses,
  simplesOptions,
  simplesRegimes,
  specialRegimes,
} from '@passeio/contract/payments/fiscal-settings';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { load, queryClient } from '~/features/session/queries';
import { SETTINGS_PAGE } from '~/features/settings/section-list';
import { useFormats } from '~/lib/formats';
import { formatDocumentCnpj } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { hundredthsOf, percentText } from '~/lib/percent';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { Fact, Facts } from '~/ui/layout/facts';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/fiscal';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Nota fiscal');
export const handle = { title: 'Nota fiscal' };

export function clientLoader() {
  return queryClient.fetchQuery(load(fiscalRoutes.readFiscal));
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

/** What the operator and its accountant decide about notes of service, and the certificate that signs them. */
export default function Fiscal({ loaderData: { settings, certificate } }: Route.ComponentProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: shownOf(settings),
    schema: fiscalSettings,
    toBody: bodyOf,
    save: (body) => api.call(fiscalRoutes.changeFiscal, { body, toast: false }),
    onSaved: (saved) => {
      reset(shownOf(saved.settings));
      showAlert('success', 'Configurações da nota fiscal salvas.');
    },
  });
  const dirty = form.isDirty();
  useUnsavedWarning(dirty, 'O que você alterou na nota fiscal será perdido.');
  return (
    <Stack gap="lg">
      <p>
        <NavLink to={SETTINGS_PAGE}>Configurações</NavLink>
      </p>
      <Certificate certificate={certificate} />
      <Section
        fields
        title="Como as notas saem"
        lead="Confirme com seu contador: estes códigos decidem os impostos. O sistema não sugere nenhum. O serviço sai como tributável, sem retenção do ISSQN."
      >
        <form {...props}>
          <Stack gap={20}>
            <Codes form={form} />
            <NativeSelect
              name="issueRule"
              {...form.getInputProps('issueRule')}
              size="md"
              label="Quando as notas saem"
              description="Por regra, vale para saídas a partir de quando você salvar. O valor é o recebido que ainda está sem nota."
              data={Object.entries(issueRules).map(([value, label]) => ({ value, label }))}
            />
            <ConsumptionTaxes form={form} />
            <Switch
              name="allowsUnnamed"
              {...form.getInputProps('allowsUnnamed', { type: 'checkbox' })}
              label="Emitir sem identificar quem paga"
              description="Só para quem não tem CPF ou CNPJ no cadastro"
              size="md"
              mih={44}
            />
            {failure && <FormNotice>{failure}</FormNotice>}
            <FormActions save="Salvar nota fiscal" dirty={dirty} busy={isPending} onUndo={() => reset()} />
          </Stack>
        </form>
      </Section>
    </Stack>
  );
}

type Typed = ReturnType<typeof shownOf>;

/** What the layout asks for, in its order. */
function Codes({ form }: { form: FormOf<Typed> }) {
  const isSmallCompany = form.values.simplesOption === '3';
  const line = (name: keyof Typed) => ({
    name,
    ...form.getInputProps(name),
    size: 'md' as const,
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    maxLength: 30,
  });
  const choice = (name: keyof Typed, table: Readonly<Record<string, string>>) => ({
    name,
    ...form.getInputProps(name),
    size: 'md' as const,
    data: [
      { value: '', label: 'Escolha' },
      ...Object.entries(table).map(([value, label]) => ({ value, label: `${value} – ${label}` })),
    ],
  });
  return (
    <div className={fields.grid}>
      <TextInput {...line('municipality')} label="Município (código do IBGE)" description="7 números" />
      <TextInput
        {...line('municipalRegistration')}
        inputMode="text"
        maxLength={15}
        label="Inscrição municipal"
        description="Vazia, se o município não tem"
      />
      <NativeSelect {...choice('simplesOption', simplesOptions)} label="Simples Nacional" />
      {isSmallCompany && <NativeSelect {...choice('simplesRegime', simplesRegimes)} label="Regime de apuração" />}
      <NativeSelect {...choice('specialRegime', specialRegimes)} label="Regime especial do município" />
      <TextInput
        {...line('serviceCode')}
        label="Código de tributação nacional"
        description="6 números: item, subitem e desdobro da lista de serviços"
      />
      <TextInput
        {...line('municipalCode')}
        label="Código de tributação municipal"
        description="3 números, se o município tem"
      />
      <TextInput {...line('nbsCode')} label="NBS" description="9 números" />
      <TextInput
        {...line('rate')}
        inputMode="decimal"
        label="Alíquota do ISSQN"
        description="Vazia, vale a que o município informou ao governo"
        rightSection="%"
      />
      {isSmallCompany && (
        <TextInput
          {...line('approximateTaxes')}
          inputMode="decimal"
          label="Carga tributária aproximada"
          description="Do Simples Nacional, para a Lei 12.741"
          rightSection="%"
        />
      )}
      <TextInput
        {...line('ownPercent')}
        label="Parte do preço que é da operadora"
        description="O valor da nota é proposto por ela"
        rightSection="%"
      />
      <TextInput {...line('series')} label="Série" description="De 1 a 49999, que nenhum outro programa use" />
    </div>
  );
}

/** IBS and CBS, of which nothing is written unless somebody asks for it. */
function ConsumptionTaxes({ form }: { form: FormOf<Typed> }) {
  const isOn = form.values.writesConsumption;
  const line = (name: 'operationIndicator' | 'taxSituation' | 'taxClass') => ({
    ...{ name, ...form.getInputProps(name), size: 'md' as const, autoComplete: 'off', inputMode: 'numeric' as const },
    maxLength: 6,
  });
  return (
    <>
      <Switch
        name="writesConsumption"
        {...form.getInputProps('writesConsumption', { type: 'checkbox' })}
        label="Informar IBS e CBS na nota"
        description="Só quando seu contador pedir"
        size="md"
        mih={44}
      />
      {isOn && (
        <div className={fields.grid}>
          <NativeSelect
            name="personalUse"
            {...form.getInputProps('personalUse')}
            size="md"
            label="Uso ou consumo pessoal"
            data={[
              { value: '', label: 'Escolha' },
              ...Object.entries(personalUses).map(([value, label]) => ({ value, label })),
            ]}
          />
          <TextInput {...line('operationIndicator')} label="Indicador da operação" description="6 números" />
          <TextInput {...line('taxSituation')} maxLength={3} label="CST de IBS e CBS" description="3 números" />
          <TextInput {...line('taxClass')} label="Classificação tributária" description="6 números" />
        </div>
      )}
    </>
  );
}

/** Which certificate signs notes, and until when. */
function Certificate({ certificate }: Pick<FiscalState, 'certificate'>) {
  const { formatNumericDate } = useFormats();
  return (
    <Section
      title="Certificado digital"
      {...(!certificate && {
        lead: 'Ainda não dá para emitir notas: falta o certificado digital A1 da empresa. Até lá, emita as notas no site do governo e informe os números nas reservas.',
      })}
    >
      <p>
        <Link to={`${CONNECTIONS_PAGE}/fiscal`}>{certificate ? 'Ver a conexão' : 'Conectar o certificado'}</Link>
      </p>
      {certificate && (
        <>
          <Facts labels={10}>
            <Fact label="Empresa">{certificate.name}</Fact>
            {certificate.taxId && <Fact label="CNPJ">{formatDocumentCnpj(certificate.taxId)}</Fact>}
            <Fact label="Vale até">{formatNumericDate(certificate.expiresAt)}</Fact>
          </Facts>
          {!certificate.isProduction && <Text variant="hint">As notas são de teste, sem valor fiscal.</Text>}
        </>
      )}
    </Section>
  );
}

const wholeOf = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

const shownOf = (settings: FiscalState['settings']) => ({
  municipality: settings?.municipality ?? '',
  municipalRegistration: settings?.municipalRegistration ?? '',
  simplesOption: (settings?.simplesOption ?? '') as string,
  simplesRegime: (settings?.simplesRegime ?? '') as string,
  specialRegime: (settings?.specialRegime ?? '') as string,
  serviceCode: settings?.serviceCode ?? '',
  municipalCode: settings?.municipalCode ?? '',
  nbsCode: settings?.nbsCode ?? '',
  rate: percentText(settings?.rate ?? null),
  approximateTaxes: percentText(settings?.approximateTaxes ?? null),
  ownPercent: settings ? String(settings.ownPercent) : '',
  series: settings ? String(settings.series) : '',
  allowsUnnamed: settings?.allowsUnnamed ?? false,
  issueRule: (settings?.issueRule ?? 'by_hand') as string,
  writesConsumption: Boolean(settings?.personalUse),
  personalUse: (settings?.personalUse ?? '') as string,
  operationIndicator: settings?.operationIndicator ?? '',
  taxSituation: settings?.taxSituation ?? '',
  taxClass: settings?.taxClass ?? '',
});

// What is not shown for the chosen option is not sent either.
const bodyOf = ({ writesConsumption, ...typed }: Typed) => ({
  ...typed,
  ...(!writesConsumption && { personalUse: '', operationIndicator: '', taxSituation: '', taxClass: '' }),
  simplesRegime: typed.simplesOption === '3' ? typed.simplesRegime : '',
  rate: hundredthsOf(typed.rate),
  approximateTaxes: typed.simplesOption === '3' ? hundredthsOf(typed.approximateTaxes) : null,
  ownPercent: wholeOf(typed.ownPercent),
  series: wholeOf(typed.series),
});
