import { Button, Stack, Text, TextInput } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { googleFailures } from '@passeio/contract/reservations/email-proof';
import { guest, reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { waitingLinkRoutes } from '@passeio/contract/reservations/waiting-link-routes';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { acceptingContract, ContractDeclined } from '~/features/reservations/contract/accepting-contract';
import { acceptingPrice, isCouponRefusal, isExtraRefusal, RESERVING } from '~/features/reservations/join';
import { deletePendingEnrolment } from '~/features/reservations/pending-enrolment';
import { api } from '~/features/session/api';
import { CouponField } from '~/features/trips/coupon-field';
import { readChoiceWithExtras } from '~/features/trips/extras';
import { withCoupon } from '~/features/trips/party';
import { reviseExtras } from '~/features/trips/refused-extra';
import { termsOf } from '~/features/trips/terms';
import { useCoupon } from '~/features/trips/use-coupon';
import { PrivacyLink } from '~/features/users/privacy-link';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { AuthCard } from './auth-card';
import { type ChosenPlaces, ChosenPlacesCard, refusalOf, useChosenPlaces } from './chosen-places';
import { keepTyped, type OpenedForm, openForm } from './google-answer';
import { GoogleButton } from './google-button';
import { SubmitButton } from './submit-button';
import { useReturnUrl } from './use-return-url';

export const meta = pageMeta('Reservar sem conta');

/** Holds the places that were chosen on the portal, for somebody without an account, or puts them on the waiting list. */
export default function GuestReservation() {
  const { chosen, reload, keepExtras, keepCoupon } = useChosenPlaces();
  const [opened, setOpened] = useState<OpenedForm>();
  // At once, not when the trip is loaded: the answer is in the address.
  useEffect(() => setOpened((before) => before ?? openForm()), []);
  if (chosen === undefined || !opened) return <AuthCard title="Reservar sem conta" lead="Carregando o passeio…" />;
  if (chosen === null) {
    return (
      <AuthCard title="Reservar sem conta" lead="Escolha primeiro o passeio e quem vai.">
        <Button component="a" href={pagePaths.schedule} size="md" fullWidth mt="lg">
          Ver os passeios
        </Button>
      </AuthCard>
    );
  }
  return <GuestForm chosen={chosen} onReload={reload} onExtras={keepExtras} onCoupon={keepCoupon} {...opened} />;
}

interface GuestFormProps extends OpenedForm {
  chosen: ChosenPlaces;
  /** Called with other extras, or with what can be had of them after one was refused. */
  onExtras: ReturnType<typeof useChosenPlaces>['keepExtras'];
  /** Called when the trip is not as it was read. */
  onReload: ReturnType<typeof useChosenPlaces>['reload'];
  /** Called with the code of the coupon that was accepted, or none. */
  onCoupon: ReturnType<typeof useChosenPlaces>['keepCoupon'];
}

function GuestForm({
  chosen,
  onReload,
  onExtras,
  onCoupon,
  typed,
  proven: provenFirst,
  failure: notice,
}: GuestFormProps) {
  const { trip, choice } = chosen;
  const settings = useSettings();
  const [proven, setProven] = useState(provenFirst);
  const emailInput = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { withReturnUrl } = useReturnUrl();
  const refusal = refusalOf(chosen);
  const terms = termsOf(trip, settings, Date.now());
  const { party, boardingPoint, quote, soldOutReason } = readChoiceWithExtras({ ...trip, ...terms }, choice);
  // Said by the API of places that were there when the trip was read.
  const [goneReason, setGoneReason] = useState<string>();
  const isWaiting = (soldOutReason ?? goneReason) !== undefined;
  const coupon = useCoupon(
    { tripId: trip.id, party, extras: choice?.extras ?? [] },
    { code: choice?.coupon ?? undefined },
  );
  const { code } = coupon;
  useEffect(() => onCoupon(code), [onCoupon, code]);
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { ...typed, name: typed.name || (proven?.name ?? ''), email: proven?.email ?? typed.email },
    schema: guest,
    toBody: ({ name, contact, email }) => ({
      ...{ name, contact, email: email.trim() || null },
      ...(proven && { emailProof: proven.proof }),
    }),
    save: async (person) => {
      const places = { party, boardingPointId: boardingPoint?.id ?? null, acceptedPolicy: true };
      const params = { tripId: trip.id };
      if (isWaiting) {
        try {
          const body = { ...places, guest: person };
          const { link } = await api.call(waitingLinkRoutes.joinAsGuest, { params, body, session: 'none' });
          return pagePaths.waitingLink(tokenOf(link));
        } catch (error) {
          if (error instanceof ApiError && error.code === 'TRIP_HAS_PLACES') {
            setGoneReason(undefined);
            onReload();
          }
          if (error instanceof ApiError && error.code === 'EMAIL_PROOF_OVER') setProven(undefined);
          throw error;
        }
      }
      const settled = await coupon.settle();
      // The sentence is at the field of the coupon.
      if (!settled) return undefined;
      const extras = choice?.extras?.length ? { extras: choice.extras } : {};
      const body = { ...places, ...extras, coupon: settled.code, guest: person };
      try {
        const { link } = await acceptingPrice(
          withCoupon(quote, settled, terms.depositPercent).totalCents,
          (totalCents) =>
            acceptingContract(
              (contract) =>
                api.call(reservationLinkRoutes.reserve, {
                  params,
                  body: { ...body, totalCents, contract },
                  session: 'none',
                }),
              RESERVING,
            ),
        );
        return pagePaths.payerLink(tokenOf(link));
      } catch (error) {
        if (error instanceof ContractDeclined) return undefined;
        if (error instanceof ApiError && isGone(error)) setGoneReason(error.fields.party ?? error.message);
        if (error instanceof ApiError && error.code === 'PRICE_CHANGED') onReload();
        if (error instanceof ApiError && error.code === 'EMAIL_PROOF_OVER') setProven(undefined);
        if (error instanceof ApiError && isExtraRefusal(error)) {
          const chosenExtras = choice?.extras ?? [];
          const revised = await reviseExtras(error, trip, { chosen: chosenExtras, party });
          onExtras(revised.chosen);
          throw new ApiError(error.status, { code: error.code, message: revised.notice });
        }
        if (error instanceof ApiError && isCouponRefusal(error)) coupon.refuse(error.message);
        throw error;
      }
    },
    onSaved: (page) => {
      if (!page) return;
      deletePendingEnrolment(trip.id);
      void navigate(page, { replace: true });
    },
    fields: (name) => name.replace(/^guest\./, ''),
  });

  function giveAnotherEmail(): void {
    setProven(undefined);
    form.setFieldValue('email', '');
    emailInput.current?.focus();
  }

  return (
    <AuthCard
      title={isWaiting ? 'Lista de espera sem conta' : 'Reservar sem conta'}
      lead={
        isWaiting
          ? 'Quando sair lugar, guardamos para você. Você acompanha por um link só seu.'
          : 'Guardamos as vagas agora; os documentos você manda depois, pelo link da reserva.'
      }
      footer={
        <>
          Prefere ter uma conta?{' '}
          <Link to={withReturnUrl('/auth/register')} state={{ typed: form.getValues() }}>
            Criar conta
          </Link>
        </>
      }
    >
      <ChosenPlacesCard {...chosen} coupon={coupon.applied} goneReason={goneReason} onExtras={onExtras} />
      {refusal ? (
        <Stack mt="md">
          <FormNotice>{refusal}</FormNotice>
          <Button component="a" href={pagePaths.trip(trip.slug)} size="md">
            Ver o passeio
          </Button>
        </Stack>
      ) : (
        <form {...props}>
          <Stack mt="md">
            {!isWaiting && quote.totalCents > 0 && <CouponField coupon={coupon} />}
            {notice && !proven && !failure && <FormNotice>{googleFailures[notice]}</FormNotice>}
            {settings.confirmsByGoogle && !proven && <GoogleButton onLeave={() => keepTyped(form.getValues())} />}
            <TextInput
              label="Seu nome"
              size="md"
              autoComplete="name"
              autoCapitalize="words"
              maxLength={120}
              {...form.getInputProps('name')}
            />
            <MaskedInput
              label="WhatsApp"
              description="É por ele que falamos com você sobre a viagem"
              mask={phoneMask}
              type="tel"
              size="md"
              inputMode="tel"
              autoComplete="tel"
              name="contact"
              defaultValue={typed.contact}
              error={form.errors.contact}
              onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
            />
            <div>
              <TextInput
                ref={emailInput}
                label={proven ? 'E-mail' : 'E-mail (opcional)'}
                description={
                  proven
                    ? 'Confirmado pelo Google'
                    : isWaiting
                      ? 'Para receber o aviso quando sair lugar. Sem ele, só o seu link mostra'
                      : 'Para receber a confirmação e o link da reserva'
                }
                type="email"
                size="md"
                autoComplete="email"
                maxLength={254}
                readOnly={proven !== undefined}
                variant={proven ? 'filled' : undefined}
                rightSection={proven && <IconCircleCheck color="var(--success)" aria-hidden />}
                {...form.getInputProps('email')}
              />
              {proven && (
                <Button variant="subtle" fullWidth mt={4} onClick={giveAnotherEmail}>
                  Usar outro e-mail
                </Button>
              )}
            </div>
            {failure && <FormNotice>{failure}</FormNotice>}
            <Text fz="sm" c="dimmed">
              Ao continuar, você aceita a{' '}
              <a href="/portal/politicacancelamento" target="_blank" rel="noreferrer">
                política de cancelamento
              </a>
              .
            </Text>
            <PrivacyLink />
            <SubmitButton busy={isPending}>
              {isWaiting ? 'Entrar na lista de espera' : trip.onRequest ? 'Enviar pedido' : 'Guardar as vagas'}
            </SubmitButton>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}

const tokenOf = (link: string) => decodeURIComponent(new URL(link).hash.slice(1));

/** Whether the API refused for want of places. */
function isGone({ code }: ApiError): boolean {
  return ['TRIP_FULL', 'PLACES_SHORT', 'PLACES_FOR_WAITING'].includes(code);
}
