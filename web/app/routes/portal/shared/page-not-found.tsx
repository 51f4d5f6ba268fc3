import { Link } from 'react-router';
import { NoPicture } from '~/features/trips/trip-picture';
import { buttonClass } from '~/ui/inputs/button';
import styles from './page.module.css';

export function PageNotFound() {
  return (
    <div className={styles.notFound}>
      <div className={styles.drawing}>
        <NoPicture />
      </div>
      <h1 className={styles.title}>Este caminho não leva a lugar nenhum</h1>
      <p className={styles.lead}>A página não existe ou mudou de endereço. Os passeios continuam logo ali.</p>
      <p className={`${styles.row} ${styles.actions}`}>
        <Link className={buttonClass()} to="/portal/passeio">
          Ver os passeios
        </Link>
        <Link className={buttonClass('quiet')} to="/">
          Ir para o início
        </Link>
      </p>
    </div>
  );
}
