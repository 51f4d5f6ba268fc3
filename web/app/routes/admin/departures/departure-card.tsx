import { Button, Group, Text, Title } from '@mantine/core';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { marginCents, sumCosts } from '@passeio/contract/payments/trip-costs';
import { capitalised } from '@passeio/contract/words';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MarginPlot } from '~/features/departures/margin-plot';
import { breakEvenText, hasCosts, marginText, outlookOf } from '~/features/departures/outlook';
import { api, orRedirect } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { daysBetween } from '~/lib/calendar';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';
import { CancelButton } from './cancel-departure-dialog';
import styles from './departures.module.css';

interface DepartureCardProps {
  departure: Departure;
  /** The operator's day. */
  today: string;
  /** Whether the page was opened for it. */
  isChosen: boolean;
}

/** A departure: people, money, what it costs, and the promise that it takes place. */
export function DepartureCard({ departure, today, isChosen }: DepartureCardProps) {
  const { formatLongDate, formatTime } = useFormats();
  const { id, title, date } = departure;
  return (
    <Card
      component="article"
      className={styles.card}
      aria-labelledby={`saida-${id}`}
      data-asks={departure.asks || undefined}
      data-chosen={isChosen || undefined}
    >
      <header>
        <Title order={2} size="h3" id={`saida-${id}`} textWrap="balance">
          <Link to={tripPaths.passengers(id)} className={styles.title}>
            {title}
          </Link>
        </Title>
        <Text c="dimmed" mt={2} mb={8}>
          {capitalised(formatLongDate(date))}, {formatTime(date)}
        </Text>
        <Decision departure={departure} today={today} />
      </header>
      <Figures departure={departure} />
      <Outlook departure={departure} />
      <Group gap="sm">
        <GuaranteeActions departure={departure} />
        <CancelButton departure={departure} />
      </Group>
    </Card>
  );
}

function Decision({ departure, today }: Pick<DepartureCardProps, 'departure' | 'today'>) {
  const { guarantee, asks, decisionDate } = departure;
  const day = decisionDate && formatCalendarDate(decisionDate);
  return (
    <Group gap="xs">
      {guarantee && <StatusBadge color="good">Saída garantida</StatusBadge>}
      {asks && <StatusBadge color="bad">Abaixo do mínimo</StatusBadge>}
      {day && !guarantee && (
        <Text span fz="sm">
          {decisionDate && daysBetween(today, decisionDate) < 0 ? `A decisão era até ${day}` : `Decidir até ${day}`}
        </Text>
      )}
    </Group>
  );
}

function Figures({ departure }: { departure: Departure }) {
  const { booked, heldPlaces, minParticipants, capacity, receivedCents, expectedCents, costs } = departure;
  const sums = sumCosts(costs);
  const income = { people: booked.places, cents: booked.totalCents };
  const margin = marginCents(sums, income);
  const figures = [
    { label: 'Confirmadas', value: `${booked.places} de ${capacity}` },
    { label: 'Guardadas', value: String(heldPlaces) },
    { label: 'Mínimo', value: minParticipants > 0 ? String(minParticipants) : 'sem' },
    { label: 'Recebido', value: formatMoney(receivedCents) },
    { label: 'Esperado', value: formatMoney(expectedCents) },
    ...(hasCosts(sums)
      ? [
          { label: 'Custos', value: formatMoney(sums.fixedCents + sums.perPersonCents * booked.places) },
          { label: 'Sobra', value: formatMoney(margin), isLoss: margin < 0 },
        ]
      : []),
  ];
  return (
    <Grid component="dl" min="7.5rem" gap={0.5}>
      {figures.map(({ label, value, isLoss }) => (
        <div key={label}>
          <dt>{label}</dt>
          <Text component="dd" fw={700} c={isLoss ? 'var(--danger)' : undefined} className={tableStyles.figures}>
            {value}
          </Text>
        </div>
      ))}
    </Grid>
  );
}

function Outlook({ departure }: { departure: Departure }) {
  const { id, booked, costs, priceCents, capacity, minParticipants } = departure;
  const sums = sumCosts(costs);
  if (!hasCosts(sums)) {
    return (
      <p>
        <Link to={tripPaths.money(id)}>Informe os custos</Link> para ver com quantas pessoas a saída se paga.
      </p>
    );
  }
  const facts = { sums, booked: { people: booked.places, cents: booked.totalCents }, priceCents, capacity };
  const outlook = outlookOf(facts);
  return (
    <Grid columns="minmax(0, 1fr) minmax(0, 2fr)" from={62} className={styles.outlook}>
      <p>
        <strong>{breakEvenText(outlook, capacity)}</strong> {marginText(outlook, booked.places)}{' '}
        <Link to={tripPaths.money(id)}>Ver os custos</Link>
      </p>
      <MarginPlot facts={facts} outlook={outlook} minimum={minParticipants} />
    </Grid>
  );
}

/** The guarantee that a departure takes place, and how to undo it. */
function GuaranteeActions({ departure: { id, title, guarantee: given } }: { departure: Departure }) {
  const { formatMoment } = useFormats();
  const params = { tripId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => work(),
    onSuccess: (_, { done }) => showAlert('success', done),
    onError: () => reload(),
  });

  async function guarantee(): Promise<void> {
    const mensagem = `${title} aparece como saída garantida no portal, e quem tem reserva é avisado por e-mail em 2 minutos. Até lá, você pode desfazer.`;
    if (!(await askToConfirm({ titulo: 'Garantir a saída?', mensagem }))) return;
    mutate({ work: () => orRedirect(api.call(departureRoutes.guarantee, { params })), done: 'Saída garantida.' });
  }

  async function undo(isNotified: boolean): Promise<void> {
    const mensagem = 'As pessoas já leram que a saída está garantida. Elas não são avisadas de novo: fale com elas.';
    if (isNotified && !(await askToConfirm({ titulo: 'Desfazer a garantia?', mensagem, tipo: 'danger' }))) return;
    mutate({
      work: () => orRedirect(api.call(departureRoutes.undoGuarantee, { params, query: { told: isNotified } })),
      done: isNotified ? 'Garantia desfeita.' : 'Garantia desfeita: ninguém foi avisado.',
    });
  }

  if (!given) {
    return (
      <Button
        size="md"
        loading={isPending}
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        aria-label={`Garantir saída: ${title}`}
        onClick={() => void guarantee()}
      >
        Garantir saída
      </Button>
    );
  }
  return (
    <Group gap="sm">
      <p role="status">
        Garantida por {given.by} em {formatMoment(given.at)}.{' '}
        {given.told ? 'As pessoas já foram avisadas.' : 'As pessoas são avisadas por e-mail em 2 minutos.'}
      </p>
      <Button
        size="md"
        variant="default"
        loading={isPending}
        aria-label={`Desfazer a garantia: ${title}`}
        onClick={() => void undo(given.told)}
      >
        Desfazer
      </Button>
    </Group>
  );
}
