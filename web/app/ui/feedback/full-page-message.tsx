import { Button, buttonClass } from '../inputs/button';
import styles from './full-page-message.module.css';

interface FullPageMessageProps {
  title: string;
  text: string;
  /** Offers to load the same address again. */
  retry?: boolean;
}

/** In the place of a whole page, when not even its frame could be made. Links load anew, to start from a clean page. */
export function FullPageMessage({ title, text, retry }: FullPageMessageProps) {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {retry && <Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
        <a className={buttonClass(retry ? 'quiet' : 'primary')} href="/">
          Ir para o início
        </a>
      </div>
    </main>
  );
}
