import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  type ChatSentence,
  type ChatSentenceList,
  chatSentenceDraft,
  MAX_CHAT_SENTENCES,
  type SentenceReading,
  sentenceReadings,
} from '@passeio/contract/conversations/chat-sentences';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { load, queryClient } from '~/features/session/queries';
import { askToConfirm } from '~/ui/dialogs/confirm';
import fields from '~/ui/editing/field-grid.module.css';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Row, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';

const empty = { sentence: '', reading: 'departures', seriesId: '' };

const show = (list: ChatSentenceList) =>
  queryClient.setQueryData(load(conversationRoutes.listSentences).queryKey, list);

/** The sentences that the operator taught the first answers, and the form that adds one. */
export function SentencesSection({ sentences: { data, trips } }: { sentences: ChatSentenceList }) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: empty,
    schema: chatSentenceDraft,
    toBody: ({ seriesId, ...typed }) => ({ ...typed, seriesId: typed.reading === 'person' ? null : seriesId || null }),
    fields: ofSentence,
    save: (body) => api.call(conversationRoutes.addSentence, { body, toast: false }),
    onSaved: (list) => {
      show(list);
      reset();
      showAlert('success', 'Frase adicionada.');
    },
  });
  const isQuestion = form.values.reading !== 'person';
  return (
    <Section
      fields
      title="Frases das respostas automáticas"
      lead={`Como os seus clientes perguntam, sem números nem dias. Só vale a frase inteira, sem ligar para acentos e maiúsculas; as respostas têm data, preço e vagas como no site, e nunca falam de pagamentos recebidos. ${plural(data.length, 'frase', 'frases')} de ${MAX_CHAT_SENTENCES}.`}
    >
      <form {...props} aria-label="Adicionar frase">
        <Stack gap={16}>
          <div className={fields.grid}>
            <TextInput
              name="sentence"
              size="md"
              label="Frase"
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('sentence')}
            />
            <NativeSelect
              name="reading"
              size="md"
              label="O que ela quer dizer"
              data={Object.entries(sentenceReadings).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('reading')}
            />
            {isQuestion && (
              <NativeSelect
                name="seriesId"
                size="md"
                label="Passeio"
                data={[{ value: '', label: 'Qualquer um' }, ...trips.map(tripChoice)]}
                {...form.getInputProps('seriesId')}
              />
            )}
          </div>
          {failure && <FormNotice>{failure}</FormNotice>}
          <Group>
            <Button type="submit" size="md" loading={isPending}>
              Adicionar frase
            </Button>
          </Group>
        </Stack>
      </form>
      {data.length > 0 && (
        <Rows aria-label="Frases">
          {data.map((one) => (
            <Sentence key={one.id} sentence={one} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

const tripChoice = ({ seriesId, title }: ChatSentenceList['trips'][number]) => ({ value: seriesId, label: title });

// What the API refuses is about the sentence, but for the trip.
const ofSentence = (name: string) =>
  name === 'TRIP_NOT_FOUND' ? 'seriesId' : name.startsWith('SENTENCE_') ? 'sentence' : undefined;

function Sentence({ sentence: { id, sentence, reading, trip } }: { sentence: ChatSentence }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(conversationRoutes.removeSentence, { params: { sentenceId: id } }),
    onSuccess: (list) => {
      show(list);
      showAlert('success', 'Frase apagada.');
    },
  });
  async function remove(): Promise<void> {
    const mensagem = `“${sentence}” deixa de ter esta resposta.`;
    if (await askToConfirm({ titulo: 'Apagar a frase?', mensagem, tipo: 'danger' })) mutate();
  }
  return (
    <Row>
      <div>
        <Text fw={600}>
          <bdi>{sentence}</bdi>
        </Text>
        <Text variant="hint">
          {[sentenceReadings[reading as SentenceReading], trip && tripText(trip)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Button
        size="md"
        px={12}
        variant="default"
        c="var(--danger)"
        loading={isPending}
        aria-label={`Apagar “${sentence}”`}
        onClick={() => void remove()}
      >
        Apagar
      </Button>
    </Row>
  );
}

const tripText = ({ title, isAhead }: NonNullable<ChatSentence['trip']>) =>
  isAhead ? title : `${title} (sem saída na agenda: uma pessoa responde)`;
