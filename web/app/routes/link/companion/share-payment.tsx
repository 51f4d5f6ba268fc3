import { Button, Stack, Text, Title } from '@mantine/core';
import { meansKeys, meansPricesText, type PaymentMeans } from '@passeio/contract/means';
import { pagePaths } from '@passeio/contract/paths';
import type { ChargeDraft } from '@passeio/contract/payments/payments';
import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import type { LinkedShare } from '@passeio/contract/reservations/shares';
import { useEffect, useState } from 'react';
import { CardReviewNotice, OpenCharge, useCardAnswer } from '~/features/reservations/payment/open-charge';
import {
  meansLabel,
  type PaymentChoice,
  priceBy,
  standingOfShare,
} from '~/features/reservations/payment/payment-choices';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { ApiError } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { ChoiceGroup } from '~/ui/inputs/choice-group';

// A family behind one address shares the limit of the link.
const POLL_MS = 8_000;

interface SharePaymentProps {
  token: string;
  share: LinkedShare;
  /** Reads the link anew. */
  onStale: () => void;
}

/** On a companion's page: what they pay of a reservation whose payment is split, and how. */
export function SharePayment({ token, share, onStale }: SharePaymentProps) {
  const { formatDeadline } = useFormats();
  const { amountCents, dueCents, depositDueCents, means, isHeld, until, charge } = share;
  const cardInReview = useCardAnswer(charge) === 'pending' || share.cardInReview;
  const isWaiting = charge !== null || cardInReview;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(onStale, POLL_MS);
    return () => clearInterval(timer);
  });
  const deadline = until ? `, até ${formatDeadline(until)}` : '';
  return (
    <Stack component="section" gap="sm" my="lg" aria-labelledby="share">
      <Title id="share" order={2} fz={20}>
        Sua parte: {formatMoney(amountCents)}
      </Title>
      <Text role="status">
        {dueCents === 0 ? 'Sua parte está paga. Obrigado!' : `${capital(standingOfShare(share))}.`}
        {depositDueCents > 0 && depositDueCents < dueCents && ` O sinal é de ${formatMoney(depositDueCents)}.`}
        {isHeld && ` Os lugares só ficam garantidos quando o sinal de todas as pessoas entrar${deadline}.`}
      </Text>
      {cardInReview && <CardReviewNotice heldUntil={null} />}
      {!cardInReview && charge && (
        <OpenCharge
          charge={charge}
          means={means}
          until={until}
          isHeld={isHeld}
          wayBack={pagePaths.participantLink(token)}
          autoFocus={false}
        />
      )}
      {!cardInReview && charge && !charge.confirmsItself && (
        <Text variant="hint">Depois de pagar, mande o comprovante a quem fez a reserva.</Text>
      )}
      {!cardInReview &&
        dueCents > 0 &&
        (means.length > 0 ? (
          <Choices token={token} share={share} onStale={onStale} />
        ) : (
          <FormNotice tone="info">Agora não dá para pagar por aqui. Fale com quem fez a reserva.</FormNotice>
        ))}
    </Stack>
  );
}

/** What can be paid besides the open charge. */
function Choices({ token, share, onStale }: SharePaymentProps) {
  const { dueCents, depositDueCents, isHeld, charge } = share;
  const offered = meansKeys.filter((one) => share.means.includes(one));
  const prices = { means: offered, meansPermille: useSettings().meansPermille };
  const open = charge && (charge.method === 'card' ? 'card' : 'pix');
  const [means, setMeans] = useState<PaymentMeans>(open ?? offered[0] ?? 'pix');
  const [asked, setAsked] = useState<ChargeDraft['purpose']>();
  const [notice, setNotice] = useState<string>();

  async function ask(purpose: ChargeDraft['purpose']): Promise<void> {
    setAsked(purpose);
    setNotice(undefined);
    try {
      await api.call(participantLinkRoutes.chargeShare, { body: { token, purpose, means }, session: 'none' });
      onStale();
    } catch (error) {
      setNotice(failureText(error) ?? 'Não foi possível preparar o pagamento. Tente de novo.');
      // Without a share the notice would go with it.
      if (!(error instanceof ApiError && error.code === 'PAYMENT_NOT_SPLIT')) onStale();
    }
    setAsked(undefined);
  }

  const all = isHeld ? 'full' : 'balance';
  const payable: PaymentChoice[] = [
    ...(depositDueCents > 0 && depositDueCents < dueCents
      ? [{ purpose: 'deposit' as const, label: 'Pagar o sinal', amountCents: depositDueCents }]
      : []),
    { purpose: all, label: 'Pagar tudo', amountCents: dueCents },
  ];
  const choices = payable.filter(
    ({ amountCents }) => priceBy(means, amountCents, prices) !== charge?.amountCents || means !== open,
  );
  return (
    <>
      {notice && <FormNotice>{notice}</FormNotice>}
      {offered.length > 1 && (
        <ChoiceGroup
          legend={charge ? 'Pagar de outro jeito' : 'Como você quer pagar?'}
          choices={offered.map((one) => [one, meansLabel(one, payable, prices)] as const)}
          value={means}
          onChange={setMeans}
        />
      )}
      {offered.length === 1 && choices.length > 0 && (
        <Text variant="hint">{meansPricesText(offered, prices.meansPermille)}</Text>
      )}
      {choices.map(({ purpose, label, amountCents }, index) => (
        <Button
          key={purpose}
          size="md"
          variant={charge ? 'subtle' : index === 0 ? 'filled' : 'default'}
          loading={asked === purpose}
          onClick={() => asked || void ask(purpose)}
        >
          {label}: {formatMoney(priceBy(means, amountCents, prices))}
        </Button>
      ))}
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
