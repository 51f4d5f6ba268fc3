import { Link } from 'react-router';
import { buttonClass } from '~/ui/button';
import pageStyles from './page.module.css';
import styles from './page-not-found.module.css';

export function PageNotFound() {
  return (
    <div className={`${pageStyles.page} ${styles.page}`}>
      <svg viewBox="0 0 240 120" className={styles.drawing} aria-hidden="true">
        <circle cx="176" cy="38" r="18" className={styles.sun} />
        <path d="M0 108 56 40l34 42 28-30 62 56z" className={styles.far} />
        <path d="M60 112c30-26 54-26 78-8s54 12 82-12v20z" className={styles.near} />
        <path d="M8 116c56-10 88 2 120-4s64-8 104 0" className={styles.path} />
      </svg>
      <h1 className={pageStyles.title}>Este caminho não leva a lugar nenhum</h1>
      <p className={pageStyles.lead}>
        A página não existe ou mudou de endereço. Os passeios continuam logo ali.
      </p>
      <p className={styles.actions}>
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
