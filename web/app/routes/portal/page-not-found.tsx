import { Link } from 'react-router';
import { buttonClass } from '~/ui/button';
import pageStyles from './page.module.css';
import styles from './page-not-found.module.css';

export function PageNotFound() {
  return (
    <div className={`${pageStyles.page} ${styles.page}`}>
      <svg viewBox="0 0 200 200" className={styles.drawing} aria-hidden="true">
        <clipPath id="vista">
          <circle cx="100" cy="100" r="98" />
        </clipPath>
        <g clipPath="url(#vista)">
          <path className={styles.sky} d="M0 0h200v200H0z" />
          <circle className={styles.sun} cx="140" cy="62" r="20" />
          <path className={styles.far} d="M-10 152 48 74l34 46 26-32 34 44 22-20 50 44v50H-10z" />
          <path className={styles.near} d="M-10 150c40-26 74-20 104-6s76 14 116-12v80H-10z" />
          <path className={styles.path} d="M28 200c10-22 44-18 60-28s6-20 26-24" />
        </g>
      </svg>
      <h1 className={pageStyles.title}>Este caminho não leva a lugar nenhum</h1>
      <p className={pageStyles.lead}>A página não existe ou mudou de endereço. Os passeios continuam logo ali.</p>
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
