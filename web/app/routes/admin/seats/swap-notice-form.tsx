import { Textarea } from '@mantine/core';
import type { VehicleSwap } from '@passeio/contract/seats/vehicle-swaps';
import { MAX_NOTICE } from '@passeio/contract/trips/trip-draft';
import { plural } from '@passeio/contract/words';
import type { Ref } from 'react';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import details from '~/ui/layout/details.module.css';
import styles from './vehicle-swap.module.css';

/** Who is told of a swap. */
export type Told = 'touched' | 'everybody' | 'nobody';

interface SwapNoticeFormProps {
  swap: VehicleSwap;
  told: Told;
  message: string;
  error: string | undefined;
  input: Ref<HTMLTextAreaElement>;
  onTold: (told: Told) => void;
  onType: (message: string) => void;
}

/** What the people of a trip are told of a swap, shown as each will read it. */
export function SwapNoticeForm(props: SwapNoticeFormProps) {
  const { swap, told, message, error, input, onTold, onType } = props;
  const { touched, travelling, transport } = swap;
  const unreachable = touched.filter(({ hasEmail }) => !hasEmail).length;
  return (
    <section className={styles.notice} aria-label="Aviso por e-mail">
      <ChoiceGroup
        legend="Avisar por e-mail"
        choices={[
          ...(touched.length > 0 ? [['touched', `Quem muda (${plural(touched.length, 'reserva')})`] as const] : []),
          ['everybody', `Todos (${plural(travelling, 'reserva')})`] as const,
          ['nobody', 'Ninguém'] as const,
        ]}
        value={told}
        onChange={onTold}
      />
      {told === 'nobody' ? (
        <p className={styles.hint}>Ninguém recebe e-mail. A mudança aparece no histórico de cada reserva.</p>
      ) : (
        <>
          <Textarea
            ref={input}
            label="Recado"
            description="Vai no e-mail, junto com o antes e o depois"
            size="md"
            rows={3}
            maxLength={MAX_NOTICE}
            value={message}
            error={error}
            onChange={(event) => onType(event.currentTarget.value)}
          />
          <details className={styles.people}>
            <summary className={details.summary}>O que cada um recebe</summary>
            {transport.before !== transport.after && (
              <p>
                Veículo antes: {transport.before || 'a definir'}. Agora: <strong>{transport.after}</strong>
              </p>
            )}
            <ul aria-label="O que cada um recebe">
              {touched.map(({ id, code, payer, hasEmail, old, new: now }) => (
                <li key={id} className={styles.told}>
                  <span>
                    {payer} <span className={styles.hint}>{hasEmail ? code : `${code} · sem e-mail`}</span>
                  </span>
                  <span>Poltronas antes: {old}</span>
                  <span>
                    Agora: <strong>{now}</strong>
                  </span>
                </li>
              ))}
            </ul>
            {message.trim() && <p>Recado: {message.trim()}</p>}
          </details>
          {unreachable > 0 && (
            <p className={styles.warning}>
              {plural(
                unreachable,
                'reserva que muda está sem e-mail: avise por WhatsApp ou telefone.',
                'reservas que mudam estão sem e-mail: avise por WhatsApp ou telefone.',
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}
