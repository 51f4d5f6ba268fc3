import { isRouteErrorResponse, useRouteError } from 'react-router';
import { explainFailure } from '~/lib/explain-failure';
import { useRetry } from '~/lib/use-retry';
import { ErrorCode } from '~/ui/feedback/error-code';
import { Notice } from '~/ui/feedback/notice';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './page.module.css';
import { PageNotFound } from './page-not-found';

/** Error boundary of the portal's pages; header and footer stay. */
export function PortalError() {
  const error = useRouteError();
  const { retry, isTrying } = useRetry();
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound />;
  return (
    <div className={styles.page}>
      <Notice title="Não foi possível carregar esta página" text={explainFailure(error)} alert heading>
        <Button busy={isTrying} onClick={retry}>
          Tentar de novo
        </Button>
        <a className={buttonClass('quiet')} href="/">
          Ir para o início
        </a>
      </Notice>
      <ErrorCode error={error} />
    </div>
  );
}
