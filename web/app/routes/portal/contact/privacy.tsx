import { privacyNoticeRoutes } from '@passeio/contract/privacy/privacy';
import { describePage } from '~/lib/page-meta';
import { apiContext, loaded } from '~/lib/render.server';
import pageStyles from '../shared/page.module.css';
import type { Route } from './+types/privacy';
import styles from './contact.module.css';

export { PortalError as ErrorBoundary } from '../shared/portal-error';

export async function loader({ context }: Route.LoaderArgs) {
  return loaded(context.get(apiContext).call(privacyNoticeRoutes.readNotice));
}

export function meta(args: Route.MetaArgs) {
  return describePage(args, {
    title: 'Privacidade',
    description: 'Que dados pedimos, para quê, por quanto tempo ficam guardados e como pedir cópia ou exclusão.',
  });
}

/** The notice, made from the register of personal data. */
export default function Privacy({ loaderData: { version, controller, contact, entries } }: Route.ComponentProps) {
  return (
    <article className={`${pageStyles.page} ${pageStyles.narrow}`}>
      <h1 className={pageStyles.title}>Privacidade</h1>
      <p className={pageStyles.lead}>
        Pedimos só o que a viagem precisa. Aqui está o que guardamos, para quê e até quando, como manda a Lei Geral de
        Proteção de Dados (LGPD).
      </p>
      <div className={`${pageStyles.text} ${styles.policy}`}>
        <h2>Quem cuida dos seus dados</h2>
        <p>
          {controller}
          {contact && (
            <>
              <br />
              Para dúvidas e pedidos sobre os seus dados, escreva para <strong>{contact}</strong>.
            </>
          )}
        </p>
        <h2>O que você pode pedir</h2>
        <ul>
          <li>Uma cópia dos seus dados, que chega por e-mail.</li>
          <li>A correção do que estiver errado.</li>
          <li>A exclusão do que a lei não manda guardar.</li>
        </ul>
        <p>
          Com conta e senha, peça a cópia ou a exclusão em Minha conta. Para o resto, ou sem conta, escreva para a
          gente.
        </p>
        {entries.map(({ purpose, basis, data }) => (
          <section key={purpose}>
            <h2>{purpose}</h2>
            <p>
              <small>{basis}</small>
            </p>
            <ul>
              {data.map(({ whose, what, until }) => (
                <li key={`${whose} ${until}`}>
                  <strong>{whose}:</strong> {what.join(', ')}. Guardamos {until}.
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p>
          <small>Versão {version}</small>
        </p>
      </div>
    </article>
  );
}
