import { Button, Stack, Text, TextInput } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { guest, reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { Link, useNavigate } from 'react-router';
import { deletePendingEnrolment } from '~/features/reservations/pending-enrolment';
import { orRedirect, publicApi } from '~/features/session/api';
import { readChoice } from '~/features/trips/party';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { AuthCard } from './auth-card';
import { type ChosenPlaces, ChosenPlacesCard, refusalOf, useChosenPlaces } from './chosen-places';
import { SubmitButton } from './submit-button';
import { useReturnUrl } from './use-return-url';

export const meta = pageMeta('Reservar sem conta');

/** Holds the places that were chosen on the portal, for somebody without an account. */
export default function GuestReservation() {
  const chosen = useChosenPlaces();
  if (chosen === undefined) return <AuthCard title="Reservar sem conta" lead="Carregando o passeio…" />;
  if (chosen === null) {
    return (
      <AuthCard title="Reservar sem conta" lead="Escolha primeiro o passeio e quem vai.">
        <Button component="a" href={pagePaths.schedule} size="md" fullWidth mt="lg">
          Ver os passeios
        </Button>
      </AuthCard>
    );
  }
  return <GuestForm chosen={chosen} />;
}

function GuestForm({ chosen }: { chosen: ChosenPlaces }) {
  const { trip, choice } = chosen;
  const navigate = useNavigate();
  const { withReturnUrl } = useReturnUrl();
  const refusal = refusalOf(chosen);
  const { form, failure, isPending, props } = useSchemaForm({
    initial: { name: '', contact: '', email: '' },
    schema: guest,
    toBody: ({ name, contact, email }) => ({ name, contact, email: email.trim() || null }),
    save: (person) => {
      const { party, boardingPoint } = readChoice(trip, choice);
      const body = { party, boardingPointId: boardingPoint?.id ?? null, acceptedPolicy: true, guest: person };
      return orRedirect(publicApi.call(reservationLinkRoutes.reserve, { params: { tripId: trip.id }, body }));
    },
    onSaved: ({ link }) => {
      deletePendingEnrolment(trip.id);
      const token = decodeURIComponent(new URL(link).hash.slice(1));
      void navigate(pagePaths.payerLink(token), { replace: true });
    },
    fields: (name) => name.replace(/^guest\./, ''),
  });
  return (
    <AuthCard
      title="Reservar sem conta"
      lead="Guardamos as vagas agora; os documentos você manda depois, pelo link da reserva."
      footer={
        <>
          Prefere ter uma conta? <Link to={withReturnUrl('/auth/register')}>Criar conta</Link>
        </>
      }
    >
      <ChosenPlacesCard {...chosen} />
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
              autoComplete="tel-national"
              name="contact"
              error={form.errors.contact}
              onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
            />
            <TextInput
              label="E-mail (opcional)"
              description="Para receber a confirmação e o link da reserva"
              type="email"
              size="md"
              autoComplete="email"
              maxLength={254}
              {...form.getInputProps('email')}
            />
            {failure && <FormNotice>{failure}</FormNotice>}
            <Text fz="sm" c="dimmed">
              Ao continuar, você aceita a{' '}
              <a href="/portal/politicacancelamento" target="_blank" rel="noreferrer">
                política de cancelamento
              </a>
              .
            </Text>
            <SubmitButton busy={isPending}>{trip.onRequest ? 'Enviar pedido' : 'Guardar as vagas'}</SubmitButton>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
