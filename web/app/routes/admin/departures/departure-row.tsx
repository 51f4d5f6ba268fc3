import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { marginCents, sumCosts } from '@passeio/contract/trips/trip-costs';
import { IconChevronDown, IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MarginPlot } from '~/features/departures/margin-plot';
import { breakEvenText, hasCosts, marginText, outlookOf } from '~/features/departures/outlook';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { daysBetween } from '~/lib/calendar';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';
import { CancelButton } from './cancel-departure-dialog';
import styles from './departures.module.css';

interface DepartureRowProps {
  departure: Departure;
  /** The operator's day. */
  today: string;
  /** Whether its details are shown from the start. */
  isOpen: boolean;
  /** Listed below its trip, whose name is not repeated. */
  isOfSeries?: boolean;
}

/** A departure in two lines, three on a phone; opens to its money, what it costs, and the decision. */
export function DepartureRow({ departure, today, isOpen, isOfSeries }: DepartureRowProps) {
  const { formatShortDate, formatTime } = useFormats();
  const [open, setOpen] = useState(isOpen);
  const { id, title, date, booked, heldPlaces, capacity, minParticipants } = departure;
  const day = `${formatShortDate(date)}, ${formatTime(date)}`;
  return (
    <li>
      <article className={styles.departure} aria-labelledby={`saida-${id}`} data-asks={departure.asks || undefined}>
        <header className={styles.line}>
          <Title order={isOfSeries ? 3 : 2} id={`saida-${id}`} className={styles.title}>
            <Link to={tripPaths.passengers(id)}>{isOfSeries ? day : title}</Link>
          </Title>
          {!isOfSeries && <p className={`${styles.detail} ${styles.date}`}>{day}</p>}
          <Decision departure={departure} today={today} />
          <div className={styles.places}>
            <p>
              {booked.places + heldPlaces} de {capacity} vagas
            </p>
            {minParticipants > 0 && <p className={styles.detail}>mínimo de {minParticipants}</p>}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            radius="xl"
            className={styles.toggle}
            aria-expanded={open}
            aria-label={`Detalhes: ${isOfSeries ? day : title}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={20} aria-hidden />
          </ActionIcon>
        </header>
        {open && (
          <Stack gap={16} p="0.25rem 0.75rem 0.75rem">
            <Figures departure={departure} />
            {may('see_money') && <Outlook departure={departure} />}
            {may('cancel_departures') && (
              <Group gap="sm">
                <GuaranteeActions departure={departure} />
                <CancelButton departure={departure} />
              </Group>
            )}
          </Stack>
        )}
      </article>
    </li>
  );
}

function Decision({ departure, today }: Pick<DepartureRowProps, 'departure' | 'today'>) {
  const { guarantee, asks, decisionDate } = departure;
  const day = decisionDate && formatCalendarDate(decisionDate);
  return (
    <div className={styles.state}>
      {guarantee && (
        <Text span inherit c="var(--success)">
          Saída garantida
        </Text>
      )}
      {asks && (
        <Text span inherit c="var(--danger)" fw={600}>
          Abaixo do mínimo
        </Text>
      )}
      {day && !guarantee && (
        <span>
          {decisionDate && daysBetween(today, decisionDate) < 0 ? `A decisão era até ${day}` : `Decidir até ${day}`}
        </span>
      )}
    </div>
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
    mutate({ work: () => api.call(departureRoutes.guarantee, { params }), done: 'Saída garantida.' });
  }

  async function undo(isNotified: boolean): Promise<void> {
    const mensagem = 'As pessoas já leram que a saída está garantida. Elas não são avisadas de novo: fale com elas.';
    if (isNotified && !(await askToConfirm({ titulo: 'Desfazer a garantia?', mensagem, tipo: 'danger' }))) return;
    mutate({
      work: () => api.call(departureRoutes.undoGuarantee, { params, query: { told: isNotified } }),
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
