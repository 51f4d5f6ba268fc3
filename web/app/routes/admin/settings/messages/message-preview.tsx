import { emailTemplates } from '@passeio/contract/messages/email-templates';
import {
  exampleValues,
  fillFields,
  fillParagraphs,
  type MessageTemplate,
  type Wording,
} from '@passeio/contract/messages/message-templates';
import { useSettings } from '~/lib/settings';
import { BrandMark } from '~/ui/media/brand-mark';
import styles from './message-preview.module.css';

interface MessagePreviewProps {
  template: MessageTemplate;
  wording: Wording;
}

/** What becomes of a wording, with the examples of its fields. */
export function MessagePreview({ template, wording }: MessagePreviewProps) {
  const email = Object.values(emailTemplates).find((one) => one === template);
  const values = exampleValues(template);
  const paragraphs = fillParagraphs(wording.text, values);
  return (
    <section aria-labelledby="previa" className={styles.preview}>
      <h3 id="previa" className={styles.title}>
        Prévia, com dados de exemplo
      </h3>
      {email ? (
        <EmailPreview {...email.around} subject={fillFields(wording.subject, values)} paragraphs={paragraphs} />
      ) : (
        <p className={styles.bubble}>{paragraphs.join('\n\n')}</p>
      )}
    </section>
  );
}

interface EmailPreviewProps {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  box?: string;
  button: string;
}

function EmailPreview({ subject, heading, paragraphs, box, button }: EmailPreviewProps) {
  const brand = useSettings();
  return (
    <div className={styles.mail}>
      <p className={styles.subject}>
        <span className={styles.quiet}>Assunto: </span>
        {`${subject} – ${brand.name}`}
      </p>
      <div className={styles.sheet}>
        <p className={styles.brand}>
          <BrandMark brand={brand} />
        </p>
        <p className={styles.heading}>{heading}</p>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are nothing but their place
          <p key={index} className={styles.paragraph}>
            {paragraph}
          </p>
        ))}
        {box && (
          <p className={styles.box}>
            <strong>{box}</strong>
            <span className={styles.quiet}>Os dados da reserva entram aqui, sozinhos.</span>
          </p>
        )}
        <span className={styles.button}>{button}</span>
        <p className={styles.end}>No fim vão os seus contatos e os dados da empresa.</p>
      </div>
    </div>
  );
}
