import { Button, TextInput } from '@mantine/core';
import { attendanceCorrection, type BoardingDecision } from '@passeio/contract/boarding/boarding';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import {
  attendanceWords,
  type ClosedAccounts,
  type ClosingFigures,
  type ClosingPerson,
  type TripClosing,
} from '@passeio/contract/payments/trip-closing';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { IconLockCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { againstForecast, methodWords } from '~/features/closing/closing-words';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/pages/trip-header';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyTable } from '../trips/money-table';
import type { Route } from './+types/closing';
import { CloseAccountsDialog } from './close-accounts-dialog';
import styles from './closing.module.css';
import { ClosingPeople } from './closing-people';
import { OpenItemNames, OpenItems } from './open-items';

interface CorrectionDialogProps {
  tripId: string;
  person: ClosingPerson;
  onClose: () => void;
  onDone: () => void;
}

const choices = [
  ['boarded', 'Viajou'],
  ['missed', 'Não compareceu'],
  ['undone', 'Não informado'],
] as const satisfies (readonly [BoardingDecision, string])[];

/** Whether somebody travelled after all, and why the list was wrong. */
function CorrectionDialog({ tripId, person, onClose, onDone }: CorrectionDialogProps) {
  return (
    <FormDialog
      title="Corrigir presença"
      lead={`${person.name}. A correção fica na auditoria com o seu nome, e quem reservou lê o novo registro.`}
      submit="Corrigir"
      initial={{ decision: (person.attendance === 'boarded' ? 'missed' : 'boarded') as BoardingDecision, reason: '' }}
      schema={attendanceCorrection}
      save={(body) =>
        orRedirect(
          apiInPlace.call(boardingRoutes.correctAttendance, { params: { tripId, participantId: person.id }, body }),
        )
      }
      onSaved={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Presença"
            choices={choices}
            value={form.values.decision}
            onChange={(choice) => form.setFieldValue('decision', choice)}
          />
          <TextInput
            label="Motivo"
            description="Só a equipe lê"
            size="md"
            data-autofocus
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Fechamento');
export const handle = { title: 'Fechamento' };

export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(tripMoneyRoutes.readClosing, { params: { tripId } }));
}

/** What came of a trip: who travelled, its money, what is open, and its accounts as staff closed them. */
export default function ClosingPage({ loaderData }: Route.ComponentProps) {
  const { data: closing } = useSuspenseQuery(loaderData);
  const [task, setTask] = useState<ClosingPerson | 'close'>();
  const { trip, isBack, closed, figures, people, open } = closing;

  function finish(sentence: string): void {
    setTask(undefined);
    showAlert('success', sentence);
  }

  return (
    <>
      <TripHeader trip={trip} current="closing" facts={<Standing closing={closing} />}>
        {isBack && !closed && (
          <Button size="md" leftSection={<IconLockCheck size={20} aria-hidden />} onClick={() => setTask('close')}>
            Fechar contas
          </Button>
        )}
      </TripHeader>
      {closed && <AfterClosing closing={closing} closed={closed} />}
      <ClosingFigureList figures={closed?.figures ?? figures} />
      <ClosingMethods figures={closed?.figures ?? figures} />
      <OpenItems tripId={trip.id} open={open} />
      <ClosingPeople people={people} trip={trip} closesAt={closing.attendanceClosesAt} onCorrect={setTask} />
      {task === 'close' && (
        <CloseAccountsDialog
          closing={closing}
          onClose={() => setTask(undefined)}
          onDone={() => finish('Contas fechadas.')}
          onStale={() => void reload()}
        />
      )}
      {task && task !== 'close' && (
        <CorrectionDialog
          tripId={trip.id}
          person={task}
          onClose={() => setTask(undefined)}
          onDone={() => finish('Presença corrigida.')}
        />
      )}
    </>
  );
}

function Standing({ closing: { trip, isBack, closed } }: { closing: TripClosing }) {
  const { formatMoment } = useFormats();
  if (closed) {
    return (
      <p className={styles.standing}>
        Contas fechadas por {closed.by} em {formatMoment(closed.at)}.
      </p>
    );
  }
  const back = formatMoment(trip.returnDate);
  return (
    <p className={styles.standing}>
      {isBack ? `Voltou em ${back}. As contas ainda estão abertas.` : `Volta em ${back}. As contas fecham depois.`}
    </p>
  );
}

/** With what the accounts were closed although it was open, and what came after: the figures below do not count it. */
function AfterClosing({ closing, closed }: { closing: TripClosing; closed: ClosedAccounts }) {
  const changed = differences(closed.figures, closing.figures);
  return (
    <>
      {closed.exceptions.length > 0 && (
        <section className={styles.box} aria-labelledby="pendencias">
          <h3 id="pendencias">Fechadas com pendências</h3>
          <OpenItemNames open={closed.exceptions} />
          <p>Motivo: {closed.note}</p>
        </section>
      )}
      {(changed.length > 0 || closed.later.length > 0) && (
        <section className={styles.box} data-later aria-labelledby="depois">
          <h3 id="depois">Depois do fechamento</h3>
          <p>Os valores fechados abaixo continuam como estavam.</p>
          {changed.length > 0 && (
            <ul className={styles.names}>
              {changed.map(({ label, was, is }) => (
                <li key={label}>
                  <strong>{label}</strong>: {was} no fechamento, {is} agora
                </li>
              ))}
            </ul>
          )}
          {closed.later.length > 0 && <MoneyTable entries={closed.later} tripId={closing.trip.id} />}
        </section>
      )}
    </>
  );
}

/** What is not any more as it was closed: label, as closed, now. */
function differences(closed: ClosingFigures, now: ClosingFigures): { label: string; was: string; is: string }[] {
  const lines = (figures: ClosingFigures): [label: string, value: string][] => [
    ['Presença', attendanceWords(figures.people)],
    ['Recebido', formatMoney(figures.receivedCents)],
    ['Devolvido', formatMoney(figures.refundedCents)],
    ['Créditos usados', formatMoney(figures.creditUsedCents)],
    ['Créditos dados', formatMoney(figures.creditGrantedCents)],
    ['Custos', formatMoney(figures.costs.totalCents)],
    ['Resultado', formatMoney(figures.resultCents)],
  ];
  const after = lines(now);
  return lines(closed).flatMap(([label, was], index) => {
    const is = after[index]?.[1] ?? '';
    return was === is ? [] : [{ label, was, is }];
  });
}

/** Result, forecast, and what they are made of. */
function ClosingFigureList({ figures }: { figures: ClosingFigures }) {
  const { costs, people } = figures;
  const lines = [
    {
      label: 'Resultado',
      value: formatMoney(figures.resultCents),
      note: againstForecast(figures),
      isLoss: figures.resultCents < 0,
    },
    { label: 'Previsto', value: formatMoney(figures.forecastCents), note: 'reservas menos custos' },
    { label: 'Recebido', value: formatMoney(figures.receivedCents), note: 'dinheiro que entrou' },
    { label: 'Devolvido', value: formatMoney(figures.refundedCents), note: 'dinheiro que voltou' },
    ...(figures.creditUsedCents > 0
      ? [{ label: 'Créditos usados', value: formatMoney(figures.creditUsedCents), note: 'contam no resultado' }]
      : []),
    ...(figures.creditGrantedCents > 0
      ? [{ label: 'Créditos dados', value: formatMoney(figures.creditGrantedCents), note: 'fora do resultado' }]
      : []),
    ...(figures.retainedCents > 0
      ? [{ label: 'Multas retidas', value: formatMoney(figures.retainedCents), note: 'já em Recebido' }]
      : []),
    {
      label: 'Custos',
      value: formatMoney(costs.totalCents),
      note: costs.totalCents > 0 ? `com ${plural(costs.people, 'pessoa')}` : 'não informados',
    },
  ];
  return (
    <>
      <p className={styles.people}>{attendanceWords(people)}</p>
      <dl className={styles.figures} aria-label="Contas">
        {lines.map(({ label, value, note, isLoss }) => (
          <div key={label} data-loss={isLoss || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What came and went by each method of payment. */
function ClosingMethods({ figures: { methods } }: { figures: ClosingFigures }) {
  if (methods.length === 0) return null;
  return (
    <section aria-labelledby="por-forma">
      <h3 id="por-forma" className={styles.title}>
        Por forma de pagamento
      </h3>
      <ul className={styles.methods}>
        {methods.map(methodWords).map(({ label, came, went }) => (
          <li key={label}>
            <strong>{label}</strong>
            <span className={styles.sums}>
              {came}
              {went && <small>{went}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
