import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { Link } from 'react-router';
import { describePage } from '~/lib/page-meta';
import { apiContext, loaded } from '~/lib/render.server';
import { RichText } from '~/ui/text/rich-text';
import pageStyles from '../shared/page.module.css';
import type { Route } from './+types/cancellation-policy';
import styles from './contact.module.css';

export { PortalError as ErrorBoundary } from '../shared/portal-error';

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).call(publicSettingsRoutes.read));
  return { policyHtml: settings.cancellationPolicyHtml };
}

export function meta(args: Route.MetaArgs) {
  return describePage(args, {
    title: 'Política de cancelamento',
    description: 'O que acontece quando você cancela, quando nós cancelamos, e como o valor é devolvido.',
  });
}

export default function CancellationPolicy({ loaderData }: Route.ComponentProps) {
  const textClass = `${pageStyles.text} ${styles.policy}`;
  return (
    <article className={`${pageStyles.page} ${pageStyles.narrow}`}>
      <h1 className={pageStyles.title}>Política de cancelamento</h1>
      {loaderData.policyHtml ? (
        <RichText html={loaderData.policyHtml} className={textClass} />
      ) : (
        <p className={textClass}>
          Esta página ainda não foi escrita. Antes de reservar, <Link to="/portal/contato">fale com a gente</Link>.
        </p>
      )}
    </article>
  );
}
