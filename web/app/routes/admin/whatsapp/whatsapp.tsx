import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import {
  type ChatMonth,
  type WhatsAppState,
  whatsAppRoutes,
  whatsAppSettings,
} from '@passeio/contract/messages/chat-routes';
import { moneyText } from '@passeio/contract/money';
import { plural } from '@passeio/contract/words';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { load, preload, queryClient } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import fields from '~/ui/editing/field-grid.module.css';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Row, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/whatsapp';
import { SentencesSection } from './sentences-section';
import { TemplatesSection } from './templates-section';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('WhatsApp');
export const handle = { title: 'WhatsApp' };

export async function clientLoader() {
  const [state] = await Promise.all([
    queryClient.fetchQuery(load(whatsAppRoutes.readState)),
    preload(load(whatsAppRoutes.listTemplates)),
    preload(load(conversationRoutes.listSentences)),
  ]);
  return state;
}

/** No revalidation: the form's state is newer. */
export const shouldRevalidate = () => false;

/** Messages by the API of WhatsApp: what Meta has approved, who gets them, and what they cost. */
export default function WhatsApp({ loaderData: state }: Route.ComponentProps) {
  const { data: templates } = useSuspenseQuery(load(whatsAppRoutes.listTemplates)).data;
  const { data: sentences } = useSuspenseQuery(load(conversationRoutes.listSentences));
  return (
    <Stack gap="lg">
      <p>
        <NavLink to="/admin/conexoes/whatsapp">Conexão do WhatsApp</NavLink>
      </p>
      {!state.isConnected && (
        <FormNotice>
          O WhatsApp ainda não está conectado. Até lá, a equipe abre cada conversa com um toque, como hoje.
        </FormNotice>
      )}
      {state.demonstrationUrl && (
        <Group>
          <Button
            component="a"
            href={state.demonstrationUrl}
            target="_blank"
            rel="noreferrer"
            size="md"
            variant="default"
          >
            Ser o cliente na demonstração
          </Button>
        </Group>
      )}
      <SettingsSection state={state} />
      <SentencesSection sentences={sentences} />
      <MonthsSection months={state.months} />
      <TemplatesSection templates={templates} isConnected={state.isConnected} />
    </Stack>
  );
}

function SettingsSection({ state }: { state: WhatsAppState }) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: shownOf(state.settings),
    schema: whatsAppSettings,
    toBody: bodyOf,
    save: (body) => api.call(whatsAppRoutes.changeSettings, { body, toast: false }),
    onSaved: ({ settings }) => {
      reset(shownOf(settings));
      showAlert('success', 'Configurações do WhatsApp salvas.');
    },
  });
  const dirty = form.isDirty();
  useUnsavedWarning(dirty, 'O que você alterou no WhatsApp será perdido.');
  return (
    <Section
      fields
      title="Quem recebe, e quanto pode custar"
      lead="Quem reserva escolhe receber por WhatsApp. Quem responde PARAR só recebe o que a reserva precisa. A Meta cobra as mensagens fora das 24 horas depois de o cliente escrever; dentro delas, nada."
    >
      <form {...props}>
        <Stack gap={20}>
          <Switch
            name="sendsUnasked"
            {...form.getInputProps('sendsUnasked', { type: 'checkbox' })}
            label="Enviar também a quem ainda não escolheu"
            description="Só se essas pessoas concordaram de outro jeito em receber mensagens de vocês"
            size="md"
            mih={44}
          />
          <Switch
            name="firstAnswers"
            {...form.getInputProps('firstAnswers', { type: 'checkbox' })}
            label="Responder sozinho a perguntas sobre as saídas"
            description="Data, preço, vagas e o link, como no site. O que não for entendido por inteiro espera a equipe, e quando alguém da equipe escreve, as respostas automáticas calam nessa conversa por 7 dias"
            size="md"
            mih={44}
          />
          <div className={fields.grid}>
            <MoneyInput
              name="monthlyBudgetCents"
              label="Orçamento do mês"
              description="Vazio, sem limite. No fim dele, só saem mensagens de pagamentos e saídas"
              value={form.values.monthlyBudgetCents}
              error={form.errors.monthlyBudgetCents}
              onChange={(typed) => form.setFieldValue('monthlyBudgetCents', typed)}
            />
            <TextInput
              {...price('utilityHundredths', form)}
              label="Preço de uma mensagem de serviço"
              description="Como está na sua conta da Meta ou do parceiro"
            />
            <TextInput
              {...price('marketingHundredths', form)}
              label="Preço de uma mensagem de marketing"
              description="Avisos da próxima data de um passeio, e o que a Meta classificar assim"
            />
          </div>
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar configurações" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </Section>
  );
}

const price = (
  name: 'utilityHundredths' | 'marketingHundredths',
  form: { getInputProps: (name: 'utilityHundredths' | 'marketingHundredths') => object },
) => ({
  name,
  ...form.getInputProps(name),
  size: 'md' as const,
  autoComplete: 'off',
  inputMode: 'decimal' as const,
  maxLength: 12,
  leftSection: 'R$',
  leftSectionWidth: 44,
});

function MonthsSection({ months }: { months: ChatMonth[] }) {
  const lead =
    months.length === 0 ? 'Nenhuma mensagem ainda.' : 'O custo é calculado pelos preços acima, do que a Meta cobrou.';
  return (
    <Section title="O que saiu e quanto custou" lead={lead}>
      {months.length > 0 && (
        <Rows>
          {months.map(({ month, sent, delivered, read, byEmail, received, costHundredths }) => (
            <Row key={month}>
              <div>
                <Text fw={600}>{monthText(month)}</Text>
                <Text variant="hint">
                  {plural(sent, 'enviada', 'enviadas')}, {plural(delivered, 'entregue', 'entregues')},{' '}
                  {plural(read, 'lida', 'lidas')}; {plural(byEmail, 'foi por e-mail', 'foram por e-mail')};{' '}
                  {plural(received, 'recebida', 'recebidas')}
                </Text>
              </div>
              <Text fw={600}>{moneyText(Math.round(costHundredths / 100))}</Text>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}

const monthText = (month: string) =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T12:00:00Z`),
  );

const PER_REAL = 10_000;

/** Hundredths of a centavo as they are typed: "0,04", "0,0385". */
const typedPrice = (hundredths: number) =>
  (hundredths / PER_REAL).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** No number of what is no price. */
function hundredthsOf(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * PER_REAL) : Number.NaN;
}

const shownOf = (settings: WhatsAppState['settings']) => ({
  sendsUnasked: settings.sendsUnasked,
  firstAnswers: settings.firstAnswers,
  monthlyBudgetCents: settings.monthlyBudgetCents === null ? '' : formatMoneyInput(settings.monthlyBudgetCents),
  utilityHundredths: typedPrice(settings.utilityHundredths),
  marketingHundredths: typedPrice(settings.marketingHundredths),
});

function bodyOf(typed: ReturnType<typeof shownOf>) {
  const budget = parseMoney(typed.monthlyBudgetCents);
  return {
    sendsUnasked: typed.sendsUnasked,
    firstAnswers: typed.firstAnswers,
    monthlyBudgetCents: budget === undefined ? Number.NaN : budget,
    utilityHundredths: hundredthsOf(typed.utilityHundredths),
    marketingHundredths: hundredthsOf(typed.marketingHundredths),
  };
}
