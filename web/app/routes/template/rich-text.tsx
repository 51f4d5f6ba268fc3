import { Box } from '@mantine/core';
import { useState } from 'react';
import { pageMeta } from '~/lib/page-meta';
import { Section, SectionCard } from '~/ui/layout/section';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { RichText } from '~/ui/text/rich-text';
import { sampleTrip } from './samples';

export const meta = pageMeta('Editor de texto');
export const handle = { title: 'Editor de texto' };

export default function RichTextPage() {
  const [html, setHtml] = useState(sampleTrip.description);
  return (
    <Section title="Texto com formato" lead="O que vem do Word ou do WhatsApp entra limpo.">
      <SectionCard>
        <RichTextEditor
          name="exemplo"
          label="Descrição"
          description="Escreva como vai ser lido"
          value={html}
          onChange={setHtml}
        />
      </SectionCard>
      <SectionCard title="Como o visitante lê">
        <Box mt="md">
          <RichText html={html} />
        </Box>
      </SectionCard>
    </Section>
  );
}
