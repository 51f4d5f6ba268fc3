import { createContext, useContext } from 'react';
import { errorCodeOf } from '~/lib/explain-failure';
import styles from './notice.module.css';

/** Server only: the id of the request for which the page is rendered. */
export const RequestIdContext = createContext<string | undefined>(undefined);

// The code of a page that the server could not render; read before hydration.
const codeOfPage =
  typeof document === 'undefined' ? undefined : document.querySelector('[data-error-code]')?.textContent;

/** Finds what went wrong in the operator's log; one tap selects it. Nothing where no server was asked. */
export function ErrorCode({ error }: { error: unknown }) {
  const rendering = useContext(RequestIdContext);
  const code = errorCodeOf(error) ?? rendering ?? codeOfPage;
  return code ? (
    <p className={styles.code}>
      Código do erro: <code data-error-code>{code}</code>
    </p>
  ) : null;
}
