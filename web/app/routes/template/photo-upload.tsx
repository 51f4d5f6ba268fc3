import { useState } from 'react';
import { photoCalls } from '~/features/trips/photos/photo-calls';
import { PhotoUploadQueue } from '~/features/trips/photos/photo-upload-queue';
import { Photos } from '~/features/trips/photos/photos';
import { pageMeta } from '~/lib/page-meta';
import { Section, SectionCard } from '~/ui/layout/section';

export const meta = pageMeta('Envio de fotos');
export const handle = { title: 'Envio de fotos' };

export default function PhotoUpload() {
  // Without a trip id nothing is uploaded.
  const [queue] = useState(() => new PhotoUploadQueue(photoCalls, [], null));
  return (
    <Section title="Fotos de um passeio" lead="Várias de uma vez; aqui nada é enviado.">
      <SectionCard>
        <Photos queue={queue} isNew />
      </SectionCard>
    </Section>
  );
}
