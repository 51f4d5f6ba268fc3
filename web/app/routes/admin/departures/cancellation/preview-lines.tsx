import type { CancellationPreview } from '@passeio/contract/departures/departure-cancellations';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import styles from './cancellation.module.css';

/** Whom cancelling a departure concerns, and with how much money. */
export function PreviewLines({ preview }: { preview: CancellationPreview }) {
  const { reservations, people, money, unpaid, waiting, unreachable, isGuaranteed } = preview;
  const lines = [
    reservations === 0
      ? 'Ninguém tem reserva nesta saída.'
      : `${plural(reservations, 'reserva')}, ${plural(people, 'pessoa')}.`,
    ...(money.reservations > 0
      ? [`${plural(money.reservations, 'reserva')} com ${formatMoney(money.cents)} recebidos: quem pagou escolhe.`]
      : []),
    ...(unpaid > 0 ? [`${plural(unpaid, 'reserva')} sem pagamento: a reserva é cancelada e a pessoa é avisada.`] : []),
    ...(waiting > 0 ? [`${plural(waiting, 'grupo')} na lista de espera: a lista termina, com aviso.`] : []),
    ...(isGuaranteed ? ['Esta saída está garantida: as pessoas contam com ela.'] : []),
  ];
  return (
    <div className={styles.preview}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {unreachable.length > 0 && (
        <details>
          <summary>
            {unreachable.length === 1
              ? '1 pessoa não tem e-mail: avise por WhatsApp.'
              : `${unreachable.length} pessoas não têm e-mail: avise por WhatsApp.`}
          </summary>
          <ul>
            {unreachable.map(({ id, code, name, contact }) => (
              <li key={id}>
                {name} ({code}){contact ? '' : ', sem telefone'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
