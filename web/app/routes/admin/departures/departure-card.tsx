import { Button, Group, Title } from '@mantine/core';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { marginCents, sumCosts } from '@passeio/contract/payments/trip-costs';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MarginPlot } from '~/features/departures/margin-plot';
import { breakEvenWords, hasCosts, marginWords, outlookOf } from '~/features/departures/outlook';
import { api, orRedirect } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { daysBetween } from '~/lib/calendar';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { CancelButton } from './cancellation/cancel-departure';
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
    <article
      className={styles.card}
      aria-labelledby={`saida-${id}`}
      data-asks={departure.asks || undefined}
      data-chosen={isChosen || undefined}
    >
      <header>
        <Title order={2} size="h3" id={`saida-${id}`} textWrap="balance">
          <Link to={tripPaths.passengers(id)}>{title}</Link>
        </Title>
        <p className={styles.when}>
          {formatLongDate(date)}, {formatTime(date)}
        </p>
        <Decision departure={departure} today={today} />
      </header>
      <Figures departure={departure} />
      <Outlook departure={departure} />
      <Group gap="sm">
        <GuaranteeActions departure={departure} />
        <CancelButton departure={departure} />
      </Group>
    </article>
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
        <span className={styles.decision}>
          {decisionDate && daysBetween(today, decisionDate) < 0 ? `A decisão era até ${day}` : `Decidir até ${day}`}
        </span>
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
    <dl className={styles.figures}>
      {figures.map(({ label, value, isLoss }) => (
        <div key={label} data-loss={isLoss || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Outlook({ departure }: { departure: Departure }) {
  const { id, booked, costs, priceCents, capacity, minParticipants } = departure;
  const sums = sumCosts(costs);
  if (!hasCosts(sums)) {
    return (
      <p className={styles.words}>
        <Link to={tripPaths.money(id)}>Informe os custos</Link> para ver com quantas pessoas a saída se paga.
      </p>
    );
  }
  const facts = { sums, booked: { people: booked.places, cents: booked.totalCents }, priceCents, capacity };
  const outlook = outlookOf(facts);
  return (
    <div className={styles.outlook}>
      <p className={styles.words}>
        <strong>{breakEvenWords(outlook, capacity)}</strong> {marginWords(outlook, booked.places)}{' '}
        <Link to={tripPaths.money(id)}>Ver os custos</Link>
      </p>
      <MarginPlot facts={facts} outlook={outlook} minimum={minParticipants} />
    </div>
  );
}

/** The promise that a departure takes place, and how to take it back. */
function GuaranteeActions({ departure }: { departure: Departure }) {
  const { formatMoment } = useFormats();
  const { busy, promise, takeBack } = useGuarantee(departure);
  const { guarantee: given, title } = departure;
  if (!given) {
    return (
      <Group>
        <Button
          size="md"
          loading={busy}
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          aria-label={`Garantir saída: ${title}`}
          onClick={() => void promise()}
        >
          Garantir saída
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm">
      <p className={styles.words} role="status">
        Garantida por {given.by} em {formatMoment(given.at)}.{' '}
        {given.told ? 'As pessoas já foram avisadas.' : 'As pessoas são avisadas por e-mail em 2 minutos.'}
      </p>
      <Button
        size="md"
        variant="default"
        loading={busy}
        aria-label={`Desfazer a garantia: ${title}`}
        onClick={() => void takeBack()}
      >
        Desfazer
      </Button>
    </Group>
  );
}

function useGuarantee({ id, title, guarantee: given }: Departure) {
  const params = { tripId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => work(),
    onSuccess: (_, { done }) => showAlert('success', done),
    onError: () => reload(),
  });

  async function promise(): Promise<void> {
    const mensagem = `${title} aparece como saída garantida no portal, e quem tem reserva é avisado por e-mail em 2 minutos. Até lá, você pode desfazer.`;
    if (!(await askToConfirm({ titulo: 'Garantir a saída?', mensagem }))) return;
    mutate({ work: () => orRedirect(api.call(departureRoutes.guarantee, { params })), done: 'Saída garantida.' });
  }

  async function takeBack(): Promise<void> {
    const told = given?.told ?? false;
    const mensagem = 'As pessoas já leram que a saída está garantida. Elas não são avisadas de novo: fale com elas.';
    if (told && !(await askToConfirm({ titulo: 'Desfazer a garantia?', mensagem, tipo: 'danger' }))) return;
    mutate({
      work: () => orRedirect(api.call(departureRoutes.undoGuarantee, { params, query: { told } })),
      done: told ? 'Garantia desfeita.' : 'Garantia desfeita: ninguém foi avisado.',
    });
  }

  return { busy: isPending, promise, takeBack };
}
