import { useState } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { Section, SectionCard } from '~/ui/layout/section';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { RichText } from '~/ui/text/rich-text';
import { sampleTrip } from './samples';
import styles from './template.module.css';

export const meta = pageMeta('Editor de texto');
export const handle = { title: 'Editor de texto' };

export default function RichTextPage() {
  const [html, setHtml] = useState(sampleTrip.description);
  return (
    <Section title="Texto com formato" lead="O que vem do Word ou do WhatsApp entra limpo.">
      <SectionCard>
        <div className={styles.stack}>
          <RichTextEditor
            name="exemplo"
            label="Descrição"
            description="Escreva como vai ser lido"
            value={html}
            onChange={setHtml}
          />
        </div>
      </SectionCard>
      <SectionCard title="Como o visitante lê">
        <div className={styles.stack}>
          <RichText html={html} />
        </div>
      </SectionCard>
    </Section>
  );
}
