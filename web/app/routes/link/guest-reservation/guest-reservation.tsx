import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { googleFailures } from '@passeio/contract/reservations/email-proof';
import {
  type GuestReservation as GuestBody,
  guest,
  reservationLinkRoutes,
} from '@passeio/contract/reservations/reservation-link-routes';
import { type GuestWaitingRequest, waitingLinkRoutes } from '@passeio/contract/reservations/waiting-link-routes';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { ContractDeclined } from '~/features/reservations/contract/accepting-contract';
import { keepTyped, type OpenedForm, openForm, type TypedGuest } from '~/features/reservations/enrolment/google-answer';
import { acceptingPriceAndContract } from '~/features/reservations/enrolment/join';
import { api } from '~/features/session/api';
import { deletePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { readCame } from '~/features/session/remembered/touches';
import { type ChosenPlaces, ChosenPlacesCard, refusalOf, useChosenPlaces } from '~/features/trips/chosen-places';
import { CouponField } from '~/features/trips/coupon-field';
import { useSavedChoice } from '~/features/trips/use-saved-choice';
import { PrivacyLink } from '~/features/users/privacy-link';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { GoogleButton } from './google-button';

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

function GuestForm({ chosen, onReload, onExtras, onCoupon, typed, ...opened }: GuestFormProps) {
  const { trip, choice } = chosen;
  const settings = useSettings();
  const [proven, setProven] = useState(opened.proven);
  const navigate = useNavigate();
  const { withReturnUrl } = useReturnUrl();
  const refusal = refusalOf(chosen);
  const { coupon, quote, soldOutReason, waitlistRequest, settle, revise } = useSavedChoice(chosen);
  // Said by the API of places that were there when the trip was read.
  const [goneReason, setGoneReason] = useState<string>();
  const isWaiting = (soldOutReason ?? goneReason) !== undefined;
  const { code } = coupon;
  useEffect(() => onCoupon(code), [onCoupon, code]);
  const { form, failure, isPending, props } = useSchemaForm({
    initial: initialOf(typed, proven),
    schema: guest,
    toBody: (values) => bodyOf(values, proven),
    save: async (person) => {
      const places = { ...waitlistRequest, guest: person };
      if (isWaiting) return wait(trip.id, places).catch(showRefusal);
      const settled = await settle();
      // The sentence is at the field of the coupon.
      if (!settled) return undefined;
      const extras = choice?.extras?.length ? choice.extras : undefined;
      return reserve(trip.id, { ...places, extras, ...settled }).catch(showRefusal);
    },
    onSaved: (page) => {
      if (!page) return;
      deletePendingEnrolment(trip.id);
      void navigate(page, { replace: true });
    },
    fields: (name) => name.replace(/^guest\./, ''),
  });

  async function showRefusal(error: unknown): Promise<undefined> {
    if (error instanceof ContractDeclined) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.refusedPart === 'places') setGoneReason(error.fields.party ?? error.message);
    if (error.code === 'TRIP_HAS_PLACES') setGoneReason(undefined);
    if (error.code === 'TRIP_HAS_PLACES' || error.code === 'PRICE_CHANGED') onReload();
    if (error.code === 'EMAIL_PROOF_OVER') setProven(undefined);
    const revised = await revise(error);
    if (!revised) throw error;
    onExtras(revised.chosen);
    throw new ApiError(error.status, { code: error.code, message: revised.notice });
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
            {opened.failure && !proven && !failure && <FormNotice>{googleFailures[opened.failure]}</FormNotice>}
            {settings.confirmsByGoogle && !proven && <GoogleButton onLeave={() => keepTyped(form.getValues())} />}
            <PersonInputs {...{ form, proven, isWaiting }} onOtherEmail={() => setProven(undefined)} />
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

type Proven = OpenedForm['proven'];

const initialOf = (typed: TypedGuest, proven: Proven) => ({
  ...{ ...typed, name: typed.name || (proven?.name ?? ''), email: proven?.email ?? typed.email },
  byWhatsApp: false,
});

const bodyOf = ({ name, contact, email, byWhatsApp }: ReturnType<typeof initialOf>, proven: Proven) => ({
  ...{ name, contact, email: email.trim() || null },
  ...(byWhatsApp && { byWhatsApp }),
  ...(proven && { emailProof: proven.proof }),
});

interface PersonInputsProps {
  form: FormOf<ReturnType<typeof initialOf>>;
  proven: Proven;
  isWaiting: boolean;
  /** Called when the e-mail that Google confirmed is to be another one. */
  onOtherEmail: () => void;
}

/** Who reserves: name, telephone, and an e-mail, which Google may have confirmed. */
function PersonInputs({ form, proven, isWaiting, onOtherEmail }: PersonInputsProps) {
  const emailInput = useRef<HTMLInputElement>(null);
  const { writesByWhatsApp } = useSettings();

  function giveOtherEmail(): void {
    onOtherEmail();
    form.setFieldValue('email', '');
    emailInput.current?.focus();
  }

  return (
    <>
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
        defaultValue={form.getInitialValues().contact}
        error={form.errors.contact}
        onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
      />
      {writesByWhatsApp && (
        <Switch
          label="Quero receber os avisos da reserva por ele"
          description="Pix, confirmação e lembretes. Para parar, responda PARAR"
          size="md"
          {...form.getInputProps('byWhatsApp', { type: 'checkbox' })}
        />
      )}
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
          <Button variant="subtle" fullWidth mt={4} onClick={giveOtherEmail}>
            Usar outro e-mail
          </Button>
        )}
      </div>
    </>
  );
}

/** Holds the places; answers where the payer's link leads. */
async function reserve(tripId: string, { totalCents, ...body }: GuestBody): Promise<string> {
  const { link } = await acceptingPriceAndContract(totalCents, (accepted) =>
    api.call(reservationLinkRoutes.reserve, {
      params: { tripId },
      body: { ...body, ...accepted, ...readCame() },
      session: 'none',
    }),
  );
  return pagePaths.payerLink(tokenOf(link));
}

/** Goes on the waiting list; answers where the link to the place in the line leads. */
async function wait(tripId: string, body: GuestWaitingRequest): Promise<string> {
  const { link } = await api.call(waitingLinkRoutes.joinAsGuest, {
    params: { tripId },
    body: { ...body, ...readCame() },
    session: 'none',
  });
  return pagePaths.waitingLink(tokenOf(link));
}

const tokenOf = (link: string) => decodeURIComponent(new URL(link).hash.slice(1));
