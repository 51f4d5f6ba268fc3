import { Box, Group, Text, Title } from '@mantine/core';
import { connectionTable, isConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { CONNECTIONS_PAGE } from '@passeio/contract/connections/connections';
import {
  type BackupKind,
  type HealthReport,
  type HealthState,
  healthRoutes,
  type ProviderHealth,
} from '@passeio/contract/health';
import { plural } from '@passeio/contract/words';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { Fact, Facts } from '~/ui/layout/facts';
import { Rows } from '~/ui/layout/rows';
import { Section, SectionCard } from '~/ui/layout/section';
import type { Route } from './+types/health';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Saúde');
export const handle = { title: 'Saúde' };

const REFRESH_MS = 30_000;

export function clientLoader() {
  return preload(load(healthRoutes.read));
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { data: report, error } = useSuspenseQuery({ ...loaderData, refetchInterval: REFRESH_MS });
  const { formatTime } = useFormats();
  const at = formatTime(report.at);
  return (
    <>
      {error && (
        <FormNotice>
          O servidor ou o banco de dados não respondeu agora. O que você vê é de {at}; tentamos de novo a cada 30
          segundos. Se continuar, reinicie o servidor e confira o banco de dados.
        </FormNotice>
      )}
      <Section title={summaryOf(report)} lead={`Atualizado às ${at}, e de novo a cada 30 segundos.`}>
        <SectionCard>
          <Rows plain>
            <DatabasePart report={report} />
            <ProviderPart title="Banco" provider={report.bank} none="Nenhum banco conectado: a equipe confirma." />
            <ProviderPart title="Cartão" provider={report.cards} none="Nenhum provedor de cartão conectado." />
            <MailPart report={report} />
            {report.invoices && <InvoicePart {...report.invoices} />}
            {report.connections.map((connection) => (
              <ConnectionPart key={connection.kind} {...connection} />
            ))}
            <StoragePart report={report} />
            {report.backups && <BackupPart {...report.backups} />}
            <DiskPart report={report} />
          </Rows>
        </SectionCard>
      </Section>
      <WorkSection report={report} />
      <Versions {...report.versions} />
    </>
  );
}

function summaryOf(report: HealthReport): string {
  const { database, bank, cards, mail, storage, backups, invoices, connections, disk, queues, sweeps } = report;
  const parts = [database, bank, cards, mail, storage, backups, invoices, ...connections, disk, ...queues, ...sweeps];
  const count = (state: HealthState) => parts.filter((part) => part?.state === state).length;
  if (count('bad') > 0) return `${plural(count('bad'), 'problema')} para resolver agora`;
  if (count('attention') > 0) return `${plural(count('attention'), 'ponto')} de atenção`;
  return 'Tudo certo';
}

const badges: Record<HealthState, { color: StatusColor; label: string }> = {
  good: { color: 'good', label: 'Tudo certo' },
  attention: { color: 'waiting', label: 'Atenção' },
  bad: { color: 'bad', label: 'Problema' },
};

interface PartProps {
  title: string;
  /** Undefined: it is not used here. */
  state: HealthState | undefined;
  /** What to do unless all is well. */
  todo?: ReactNode;
  children?: ReactNode;
}

function Part({ title, state, todo, children }: PartProps) {
  const { color, label } = state ? badges[state] : { color: 'quiet' as const, label: 'Não usado' };
  return (
    <Box component="li" py="md">
      <Group justify="space-between" align="start" gap="0.25rem 1rem" pb={4}>
        <Title order={3} fz="md" lh={1.4} flex="1 1 10rem">
          {title}
        </Title>
        <StatusBadge color={color}>{label}</StatusBadge>
      </Group>
      {state && state !== 'good' && todo && <Text pb={6}>{todo}</Text>}
      {children}
    </Box>
  );
}

function DatabasePart({ report: { database } }: { report: HealthReport }) {
  const { state, sizeBytes, standbys } = database;
  const copies = standbys === 0 ? 'Nenhuma' : plural(standbys ?? 0, 'acompanha', 'acompanham');
  return (
    <Part title="Banco de dados" state={state}>
      <Facts labels={9}>
        <Fact label="Tamanho">{sizeText(sizeBytes)}</Fact>
        <Fact label="Réplicas">{standbys === null ? 'Não dá para saber daqui' : copies}</Fact>
      </Facts>
    </Part>
  );
}

function ProviderPart({ title, provider, none }: { title: string; provider: ProviderHealth | null; none: string }) {
  const { formatMoment } = useFormats();
  if (!provider) {
    return (
      <Part title={title} state={undefined}>
        <Text variant="hint">{none}</Text>
      </Part>
    );
  }
  const { state, lastAnswerAt, lastNoticeAt, openCharges } = provider;
  const momentOf = (at: string | null) => (at ? formatMoment(at) : 'Nunca');
  return (
    <Part
      title={title}
      state={state}
      todo={
        <>
          Não responde há mais de {state === 'bad' ? 'uma hora' : 'dez minutos'}. As vagas de quem pode ter pago ficam
          guardadas, e os pagamentos aparecem quando ele voltar. O registro do servidor diz o motivo; se durar horas,
          lance os pagamentos à mão em <Link to="/admin/pagamentos">Pagamentos</Link>.
        </>
      }
    >
      <Facts labels={9}>
        <Fact label="Última resposta">{momentOf(lastAnswerAt)}</Fact>
        <Fact label="Último aviso">{momentOf(lastNoticeAt)}</Fact>
        <Fact label="Cobranças abertas">{openCharges}</Fact>
      </Facts>
    </Part>
  );
}

const messages = <Link to="/admin/mensagens">Mensagens</Link>;

function MailPart({ report: { mail } }: { report: HealthReport }) {
  const { formatMoment } = useFormats();
  const { state, oldestSeconds, lastSentAt, failed } = mail;
  const todo =
    state === 'bad' ? (
      <>
        Um e-mail espera há mais de 15 minutos. Confira o provedor de e-mail e o SMTP_URL. Cada e-mail é tentado por 27
        horas; depois ele aparece em {messages}.
      </>
    ) : (
      <>Há e-mails que não saíram. Veja o motivo e envie de novo em {messages}.</>
    );
  return (
    <Part title="E-mail" state={state} todo={todo}>
      <Facts labels={9}>
        <Fact label="Mais antigo na fila">{oldestSeconds === null ? 'Nenhum espera' : waitText(oldestSeconds)}</Fact>
        <Fact label="Último enviado">{lastSentAt ? formatMoment(lastSentAt) : 'Nenhum ainda'}</Fact>
        <Fact label="Não saíram">{failed}</Fact>
      </Facts>
    </Part>
  );
}

function InvoicePart({ state, oldestSeconds, rejected, certificateEndsAt }: NonNullable<HealthReport['invoices']>) {
  const { formatNumericDate } = useFormats();
  return (
    <Part
      title="Notas fiscais"
      state={state}
      todo={
        <>
          O governo não responde há muito tempo, recusou notas, ou o certificado vence logo. Veja as notas em{' '}
          <Link to="/admin/contador/notas">Emitir notas</Link> e o certificado em{' '}
          <Link to={`${CONNECTIONS_PAGE}/fiscal`}>Conexões</Link>.
        </>
      }
    >
      <Facts labels={9}>
        <Fact label="Mais antiga na fila">{oldestSeconds === null ? 'Nenhuma espera' : waitText(oldestSeconds)}</Fact>
        <Fact label="Recusadas, sem outra">{rejected}</Fact>
        <Fact label="Certificado até">{formatNumericDate(certificateEndsAt)}</Fact>
      </Facts>
    </Part>
  );
}

function ConnectionPart({ kind, state, expiresAt, problem }: HealthReport['connections'][number]) {
  const { formatNumericDate } = useFormats();
  const title = isConnectionKind(kind) ? connectionTable[kind].title : kind;
  return (
    <Part
      title={`Conexão: ${title}`}
      state={state}
      todo={
        <>
          {problem || 'O certificado vence logo, ou já venceu.'} Veja em <Link to={CONNECTIONS_PAGE}>Conexões</Link>.
        </>
      }
    >
      {expiresAt && (
        <Facts labels={9}>
          <Fact label="Certificado até">{formatNumericDate(expiresAt)}</Fact>
        </Facts>
      )}
    </Part>
  );
}

function StoragePart({ report: { storage } }: { report: HealthReport }) {
  return (
    <Part
      title="Fotos e comprovantes"
      state={storage.state}
      todo={
        storage.kind === 'bucket'
          ? 'Não deu para gravar e ler um arquivo: ninguém consegue enviar fotos nem comprovantes. Confira o serviço de arquivos e o STORAGE_URL.'
          : 'Não deu para gravar e ler um arquivo: ninguém consegue enviar fotos nem comprovantes. Confira o espaço em disco e as permissões da pasta de dados.'
      }
    >
      <Facts labels={9}>
        <Fact label="Onde">{storage.kind === 'bucket' ? 'Serviço de arquivos' : 'Pasta deste servidor'}</Fact>
      </Facts>
    </Part>
  );
}

const backupTodos: Record<BackupKind, string> = {
  base: 'A cópia de segurança falhou; o sistema tenta de novo a cada hora.',
  proof:
    'O teste de restauração falhou: talvez não dê para usar a última cópia. Faça uma à mão (npm run backup) e guarde em outro lugar.',
  archive: 'As mudanças do banco não chegam ao destino das cópias, e esperam no disco do servidor.',
};

function BackupPart({ state, baseAt, provenAt, archivedAt, failed }: NonNullable<HealthReport['backups']>) {
  const { formatMoment } = useFormats();
  const momentOf = (at: string | null) => (at ? formatMoment(at) : 'Ainda não');
  const todos = failed.map((kind) => backupTodos[kind]);
  const late =
    state === 'bad'
      ? 'Há mais de um dia nenhuma cópia de segurança dá certo.'
      : 'A primeira cópia ainda não foi feita e testada.';
  return (
    <Part
      title="Cópias de segurança"
      state={state}
      todo={`${todos.join(' ') || late} O registro do servidor diz o motivo: confira o espaço em disco e o destino das cópias.`}
    >
      <Facts labels={9}>
        <Fact label="Última cópia">{momentOf(baseAt)}</Fact>
        <Fact label="Restauração testada">{momentOf(provenAt)}</Fact>
        <Fact label="Arquivado até">{momentOf(archivedAt)}</Fact>
      </Facts>
    </Part>
  );
}

function DiskPart({ report: { disk } }: { report: HealthReport }) {
  return (
    <Part
      title="Disco deste servidor"
      state={disk.state}
      todo="Libere espaço: tire backups antigos e arquivos de outros programas, ou aumente o disco. Não apague nada da pasta postgres."
    >
      <Facts labels={9}>
        <Fact label="Livre">
          {sizeText(disk.freeBytes)} de {sizeText(disk.totalBytes)}
        </Fact>
      </Facts>
    </Part>
  );
}

/** What is not well of the background work; the rest is counted. */
function WorkSection({ report: { queues, sweeps } }: { report: HealthReport }) {
  const { formatMoment } = useFormats();
  const queuesToSee = queues.filter(({ state }) => state !== 'good');
  const sweepsToSee = sweeps.filter(({ state }) => state !== 'good');
  const fine = queues.length + sweeps.length - queuesToSee.length - sweepsToSee.length;
  return (
    <Section
      title="Trabalhos automáticos"
      lead={`${plural(fine, 'trabalho')} em dia, de ${queues.length + sweeps.length}.`}
    >
      {queuesToSee.length + sweepsToSee.length > 0 && (
        <SectionCard>
          <Rows plain>
            {sweepsToSee.map(({ name, label, state, lastSuccessAt }) => (
              <Part
                key={name}
                title={label}
                state={state}
                todo={`Está atrasado em todos os servidores. Procure “background work failed” e “${name}” no registro; sem essa linha, reinicie os servidores um por um. O que ficou para trás é feito depois.`}
              >
                <Facts labels={9}>
                  <Fact label="Última vez">{lastSuccessAt ? formatMoment(lastSuccessAt) : 'Ainda não'}</Fact>
                </Facts>
              </Part>
            ))}
            {queuesToSee.map(({ name, label, state, failed, oldestSeconds }) => (
              <Part
                key={name}
                title={label}
                state={state}
                todo={
                  failed > 0 ? (
                    <>
                      Desistimos depois de várias tentativas. O motivo e o botão de tentar de novo estão em {messages}.
                    </>
                  ) : (
                    'Espera há mais de 15 minutos: o registro do servidor diz o motivo da última tentativa.'
                  )
                }
              >
                <Facts labels={9}>
                  <Fact label="Com falha">{failed}</Fact>
                  {oldestSeconds !== null && <Fact label="Espera há">{waitText(oldestSeconds)}</Fact>}
                </Facts>
              </Part>
            ))}
          </Rows>
        </SectionCard>
      )}
    </Section>
  );
}

function Versions({ product, node, postgres, schema }: HealthReport['versions']) {
  return (
    <Section title="Versões">
      <SectionCard>
        <Facts labels={9}>
          <Fact label="Passeio">{product}</Fact>
          <Fact label="Node.js">{node}</Fact>
          <Fact label="PostgreSQL">{postgres}</Fact>
          <Fact label="Esquema do banco">{schema}</Fact>
        </Facts>
      </SectionCard>
    </Section>
  );
}

function sizeText(bytes: number): string {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`;
}

function waitText(seconds: number): string {
  if (seconds < 60) return 'Menos de um minuto';
  return seconds < 3_600 ? plural(Math.floor(seconds / 60), 'minuto') : plural(Math.floor(seconds / 3_600), 'hora');
}
