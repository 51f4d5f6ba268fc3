import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import { giftCardDraft, MAX_GIFT_MESSAGE } from '@passeio/contract/payments/gift-cards';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { DayInput } from '~/ui/inputs/day-input';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';

export const meta = pageMeta('Comprar vale-presente');

const typedDraft = giftCardDraft.extend({ valueCents: typedCents.pipe(giftCardDraft.shape.valueCents) });
const initial = { valueCents: '', name: '', email: '', recipientName: '', recipientEmail: '', message: '', sendOn: '' };

/** Buys a gift card without an account; its page shows the Pix code. */
export default function BuyGiftCard() {
  const { sellsGiftCards } = useSettings();
  if (!sellsGiftCards)
    return <AuthCard title="Vale-presente" lead="Não vendemos vale-presente no momento. Fale com a gente." />;
  return (
    <AuthCard
      title="Comprar vale-presente"
      lead="Paga qualquer passeio, inteiro ou em parte. O que sobrar fica no vale, que não vence."
    >
      <BuyingForm />
    </AuthCard>
  );
}

function BuyingForm() {
  const [isGift, setGift] = useState(true);
  const { today } = useFormats();
  const navigate = useNavigate();
  const { form, failure, isPending, props } = useSchemaForm({
    initial,
    schema: typedDraft,
    toBody: ({ valueCents, name, email, recipientName, recipientEmail, message, sendOn }) => ({
      valueCents,
      buyer: { name, email },
      ...(isGift && {
        recipient: { name: recipientName, ...(recipientEmail.trim() && { email: recipientEmail }) },
        message,
        ...(sendOn && { sendOn }),
      }),
    }),
    save: (body) => api.call(giftCardRoutes.buy, { body, session: 'none' }),
    onSaved: ({ token }) => void navigate(pagePaths.giftCard(token)),
    fields: {
      'buyer.name': 'name',
      'buyer.email': 'email',
      'recipient.name': 'recipientName',
      'recipient.email': 'recipientEmail',
    },
  });
  return (
    <form {...props}>
      <Stack mt="md">
        {failure && <FormNotice>{failure}</FormNotice>}
        <MoneyInput
          label="Valor"
          description="De R$ 20,00 a R$ 5.000,00"
          value={form.values.valueCents}
          error={form.errors.valueCents}
          onChange={(typed) => form.setFieldValue('valueCents', typed)}
        />
        <TextInput label="Seu nome" size="md" autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
        <TextInput
          label="Seu e-mail"
          description="Para o recibo e o link do vale-presente"
          type="email"
          size="md"
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <Switch
          size="md"
          label="É um presente"
          checked={isGift}
          onChange={(event) => setGift(event.currentTarget.checked)}
        />
        {isGift && (
          <>
            <TextInput
              label="Nome de quem ganha"
              size="md"
              autoComplete="off"
              maxLength={120}
              {...form.getInputProps('recipientName')}
            />
            <TextInput
              label="E-mail de quem ganha (opcional)"
              description="Sem ele, você recebe o vale e entrega como quiser"
              type="email"
              size="md"
              autoComplete="off"
              maxLength={254}
              {...form.getInputProps('recipientEmail')}
            />
            <Textarea
              label="Mensagem (opcional)"
              size="md"
              autosize
              minRows={2}
              maxLength={MAX_GIFT_MESSAGE}
              {...form.getInputProps('message')}
            />
            <DayInput
              label="Enviar em (opcional)"
              description="Às 9h. Sem data, enviamos assim que o pagamento entrar"
              field="sendOn"
              today={today}
              min={today}
              value={form.values.sendOn}
              error={form.errors.sendOn}
              onChange={(day) => form.setFieldValue('sendOn', day)}
            />
          </>
        )}
        <SubmitButton busy={isPending}>Continuar para o Pix</SubmitButton>
        <Text variant="hint">Usamos os dados só para entregar o vale-presente.</Text>
      </Stack>
    </form>
  );
}
