import { IconMailCheck } from '@tabler/icons-react';
import { requestConfirmation } from '~/features/session/credentials';
import { ResendButton } from '~/features/users/resend-button';
import styles from './confirm-notice.module.css';

/** For those who cannot reserve yet because their address is not confirmed. */
export function ConfirmNotice({ email }: { email: string }) {
  return (
    <section className={styles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <h2 id="confirme-o-email" className={styles.title}>
          Confirme o seu e-mail para reservar
        </h2>
        <p className={styles.lead}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </p>
      </div>
      <ResendButton send={() => requestConfirmation(email)} sentSentence="Enviado. Confira também a pasta de spam." />
    </section>
  );
}
