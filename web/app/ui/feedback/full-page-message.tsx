import { Button, buttonClass } from '../inputs/button';
import styles from './full-page-message.module.css';

interface FullPageMessageProps {
  title: string;
  text: string;
  /** Adds a reload button. */
  retry?: boolean;
}

/** Message in place of the whole document. Links load a new document. */
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
