import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { MAX_SOURCE_LENGTH } from '@passeio/contract/sources';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { MoneyInput } from '~/ui/inputs/money-input';
import styles from './trip-money.module.css';

/** What ads cost, as it is typed. */
export interface AdRow {
  source: string;
  cents: string;
}

const USUAL_SOURCES = ['instagram', 'facebook', 'google', 'tiktok', 'whatsapp'];

/** What ads of a trip cost, by the source that their links name. */
export function TripAds<Values extends { ads: AdRow[] }>({
  form,
  mayEdit,
}: {
  form: FormOf<Values>;
  mayEdit: boolean;
}) {
  const { ads } = form.values;
  const write = (rows: AdRow[]) => form.setFieldValue('ads', rows as never);
  const edit = (at: number, changed: Partial<AdRow>) => {
    form.clearFieldError(`ads.${at}.${Object.keys(changed)[0]}`);
    write(ads.with(at, { source: '', cents: '', ...ads[at], ...changed }));
  };
  return (
    <Stack component="fieldset" gap="sm">
      <Text component="legend" mb={4} c="dimmed" fz="sm" fw={600}>
        Anúncios
      </Text>
      <Text variant="hint">
        Quanto custou anunciar esta saída, por origem. Use a palavra que vem depois de “utm_source=” no link do anúncio:
        assim o relatório de onde vêm as vendas mostra quanto custou cada vaga.
      </Text>
      <datalist id="origens">
        {USUAL_SOURCES.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
      {ads.map((ad, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays
        <div key={at} className={styles.ad}>
          <TextInput
            size="md"
            name={`ads.${at}.source`}
            label={`Origem ${at + 1}`}
            list="origens"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={MAX_SOURCE_LENGTH}
            value={ad.source}
            error={form.errors[`ads.${at}.source`]}
            onChange={(event) => edit(at, { source: event.currentTarget.value })}
          />
          <MoneyInput
            name={`ads.${at}.cents`}
            label={`Custo ${at + 1}`}
            placeholder="0,00"
            value={ad.cents}
            error={form.errors[`ads.${at}.cents`]}
            onChange={(cents) => edit(at, { cents })}
          />
          {mayEdit && (
            <ActionIcon
              variant="subtle"
              color="red"
              size={44}
              mt="1.6rem"
              aria-label={`Remover anúncio ${at + 1}`}
              onClick={() => {
                form.clearErrors();
                write(ads.toSpliced(at, 1));
              }}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {form.errors.ads && <FormNotice>{form.errors.ads}</FormNotice>}
      {mayEdit && (
        <Group>
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => write([...ads, { source: '', cents: '' }])}
          >
            Adicionar anúncio
          </Button>
        </Group>
      )}
    </Stack>
  );
}
