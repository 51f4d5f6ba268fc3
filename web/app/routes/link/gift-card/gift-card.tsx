import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import type { GiftCard } from '@passeio/contract/payments/gift-cards';
import { IconBrandWhatsapp, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, linkToken, useLink } from '~/features/auth/link';
import { BankHints } from '~/features/reservations/payment/bank-hints';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { PixCode } from '~/ui/inputs/pix-code';
import { useCopy } from '~/ui/inputs/use-copy';
import { PictureButton } from '~/ui/sharing/picture-button';
import hidden from '~/ui/text/visually-hidden.module.css';

const hiddenMeta = pageMeta('Vale-presente');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading = { state: 'refused'; sentence: string } | { state: 'open'; card: GiftCard };

const INCOMPLETE: Reading = {
  state: 'refused',
  sentence: 'O endereço está incompleto. Abra de novo o link do e-mail.',
};

// While it waits for its payment.
const POLL_MS = 5_000;

/** Opened by the link of a gift card: its Pix code until it is paid, then its code and balance, to use and to share. */
export default function GiftCardPage() {
  const { reading, open, reread, setReading } = useLink<Reading>(read, INCOMPLETE);
  const isWaiting = reading.state === 'open' && reading.card.state === 'awaiting_payment';
  useEffect(() => {
    if (!isWaiting) return;
    // A failure is not shown: the next time may succeed.
    const ask = async () => {
      const next = await reread();
      if (next.state === 'open') setReading(next);
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  });

  if (reading.state === 'reading') return <LinkOpening name="vale-presente" />;
  if (reading.state === 'failed') return <LinkFailed name="vale-presente" notice={reading.notice} onRetry={open} />;
  if (reading.state === 'refused') return <AuthCard isAnswer title="Este link não vale mais" lead={reading.sentence} />;
  const { card } = reading;
  switch (card.state) {
    case 'awaiting_payment':
      return <ToPay key={card.state} card={card} />;
    case 'active':
      return <Active key={card.state} card={card} />;
    case 'expired':
      return (
        <AuthCard
          isAnswer
          title="O vale-presente não foi pago"
          lead="O prazo de 24 horas passou. Se você já pagou, fale com a gente: o pagamento ainda vale."
        />
      );
    case 'revoked':
      return <AuthCard isAnswer title="Este vale-presente foi cancelado" lead="Fale com a gente para saber por quê." />;
  }
}

function ToPay({ card: { valueCents, charge } }: { card: GiftCard }) {
  return (
    <AuthCard
      isAnswer
      title={`Pague ${formatMoney(valueCents)} por Pix`}
      lead="O vale-presente vale assim que o pagamento entrar. Você tem 24 horas."
    >
      <Stack mt={24}>
        {charge?.payload ? (
          <PixCode payload={charge.payload} amount={formatMoney(valueCents)} autoFocus={false} />
        ) : (
          <Group component="p" gap="sm" mih={44} role="status">
            <Loader size="sm" aria-hidden />
            Gerando o código…
          </Group>
        )}
        {charge && <BankHints charge={charge} />}
        {charge && !charge.confirmsItself && (
          <Text variant="hint">
            A equipe confirma o pagamento, e você recebe um e-mail. Guarde o link desta página.
          </Text>
        )}
      </Stack>
    </AuthCard>
  );
}

function Active({ card }: { card: GiftCard }) {
  const { today } = useFormats();
  const { code, balanceCents, valueCents, recipientName, buyerName, message, sendOn } = card;
  const { copied, refused, copy } = useCopy(code ?? '');
  const { name: operator } = useSettings();
  const draw = async () => (await import('./gift-card-picture')).drawGiftCard(card, { operator, link: linkOfCard() });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <AuthCard
      isAnswer
      title={`Vale-presente de ${formatMoney(valueCents)}`}
      lead={
        <>
          {recipientName ? `De ${buyerName} para ${recipientName}. ` : ''}
          {balanceCents < valueCents ? `Ainda tem ${formatMoney(balanceCents)}.` : 'Ainda não foi usado.'}
        </>
      }
    >
      {message && (
        <Text mt="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {code ? (
        <Stack mt={24}>
          <TextInput
            label="Código"
            description="Use no pagamento de uma reserva. O que sobrar fica no vale."
            size="md"
            readOnly
            value={code}
            error={refused && 'O navegador não deixou copiar. Copie o código daqui.'}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button size="md" onClick={copy} leftSection={<Icon size={20} aria-hidden />}>
            {copied ? 'Código copiado!' : 'Copiar código'}
          </Button>
          <p className={hidden.hidden} role="status">
            {copied && 'Código copiado!'}
          </p>
        </Stack>
      ) : (
        <Text mt="md">Para receber o código, fale com a gente.</Text>
      )}
      <AuthActions>
        {code && <PictureButton draw={draw} />}
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(shareText(card))}`}
          target="_blank"
          rel="noopener noreferrer"
          size="md"
          variant="default"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Enviar por WhatsApp
        </Button>
        <Button component="a" href={pagePaths.schedule} size="md" variant="subtle">
          Ver os passeios
        </Button>
      </AuthActions>
      {sendOn && sendOn > today && (
        <Text variant="hint" mt="sm">
          Vai por e-mail em {formatCalendarDate(sendOn)}.
        </Text>
      )}
    </AuthCard>
  );
}

const linkOfCard = () => window.location.origin + pagePaths.giftCard(linkToken());

function shareText({ recipientName, valueCents }: GiftCard): string {
  const link = linkOfCard();
  const hello = recipientName ? `${recipientName}, você` : 'Você';
  return `${hello} ganhou um vale-presente de ${formatMoney(valueCents)} para passear! Veja o código: ${link}`;
}

async function read(token: string): Promise<Reading> {
  try {
    return { state: 'open', card: await api.call(giftCardRoutes.read, { body: { token }, session: 'none' }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'refused', sentence: error.message };
    throw error;
  }
}
