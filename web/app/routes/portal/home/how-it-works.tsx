import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import pageStyles from '../shared/page.module.css';
import homeStyles from './home.module.css';
import styles from './how-it-works.module.css';

const steps = [
  {
    title: 'Reserve',
    text: 'Escolha o passeio e clique em “Quero participar!”. A vaga fica guardada em seu nome até o prazo do sinal.',
  },
  {
    title: 'Pague o sinal por Pix',
    text: 'O código Pix e o prazo ficam na página da sua reserva. O valor está na página de cada passeio, antes de você reservar.',
  },
  {
    title: 'Acompanhe a reserva',
    text: 'O pagamento confirma a sua vaga. A situação, o restante a pagar e os dados de quem vai estão em “Minhas reservas”.',
  },
  {
    title: 'Embarque',
    text: 'Documento na mão, no ponto de embarque mais perto de você. Daí em diante é só passear.',
  },
];

export function HowItWorks() {
  return (
    <section id="como-funciona" className={styles.band} aria-labelledby="como-funciona-titulo">
      <div className={homeStyles.section}>
        <h2 id="como-funciona-titulo" className={homeStyles.title}>
          Como funciona
        </h2>
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={`${pageStyles.policy} ${styles.policy}`}>
          Mudou de planos? Leia a{' '}
          <PrefetchLink to="/portal/politicacancelamento">política de cancelamento</PrefetchLink> antes de reservar.
        </p>
      </div>
    </section>
  );
}
